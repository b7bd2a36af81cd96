/** Which statements a shop runs: for what must be the same work whatever the shop knows. */
import type { KyselyPlugin } from 'kysely';
import type { TestDatabase } from './databases.ts';

/** The database as it is, with the statements that run through it: their kind and their tables, one after another. */
export function recordStatements(database: TestDatabase): {
  database: TestDatabase;
  statements: string[];
} {
  const statements: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      const tables = [
        ...JSON.stringify(node).matchAll(
          /"table":\{"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/g,
        ),
      ];
      statements.push(`${node.kind} ${tables.map(([, table]) => table).join(' ')}`.trim());
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { database: { ...database, db: database.db.withPlugin(recorder) }, statements };
}
