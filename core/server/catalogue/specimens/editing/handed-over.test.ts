import { type KyselyPlugin, sql, TableNode } from 'kysely';
import { expect, test } from 'vitest';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { handOver } from './replacing.queries.ts';

onEveryDatabase((makeDatabase) => {
  test('every table that refers to specimens is handed over, or has a reason to be left', async () => {
    const database = await makeDatabase();
    const { app, ctx } = await makeApp(database);
    const { rows } = await sql<{ table: string }>`${
      database.dialect === 'sqlite'
        ? sql`select distinct t.name as "table" from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table' and f."table" = 'specimens'`
        : sql`select distinct t.relname as "table" from pg_constraint k join pg_class t on t.oid = k.conrelid where k.contype = 'f' and k.confrelid = 'specimens'::regclass`
    }`.execute(ctx.db);
    const left = {
      specimen_media: 'the form names those that it keeps',
      catalogue_numbers: 'released before the new one claims its own, and given after it',
      idempotency_keys: 'of the form that the other came by',
    };
    const updated = new Set<string>();
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode' && node.table && TableNode.is(node.table))
          updated.add(node.table.table.identifier.name);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const [from = 0, to = 0] = await addSpecimens(ctx, [{ title: 'Old' }, { title: 'New' }]);
    await ctx.db
      .withPlugin(recorder)
      .transaction()
      .execute(async (tx) => {
        await handOver(tx, from, to);
        for (const takeOver of pluggedInto('specimenReplaced')) await takeOver(tx, from, to);
      });
    const known = [...updated, ...Object.keys(left)];
    expect(rows.map(({ table }) => table).filter((table) => !known.includes(table))).toEqual([]);
    await app.close();
    await database.close();
  });
});
