import type { PluginTransformQueryArgs } from 'kysely';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import type { Database } from '#platform/db/open.ts';
import { handleFor } from '#platform/db/purposes.ts';

/** Upgrades the tables as a start does. @param onStatement called before each statement with its number. @returns how many there were. */
export async function upgradeCounted(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  onStatement: (statements: number) => void = () => {},
): Promise<number> {
  let statements = 0;
  const counted = handleFor(db, 'migration').withPlugin({
    transformQuery({ node }: PluginTransformQueryArgs) {
      statements += 1;
      onStatement(statements);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await prepareDatabase({ db: counted, dialect });
  return statements;
}
