/** The shop's process is killed while a price list comes in: what it has told of is there, once and whole, and the same file finishes it, or undoing clears it away. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rebuildSearchIndex } from '#core/server/catalogue/search/search-index.service.ts';
import type { ImportUndone, UndoableImport } from '#features/sheets/contract/imports.ts';
import type { ForeignLook } from '#features/sheets/contract/sheet-look.ts';
import type { ImportEvent } from '#features/sheets/contract/transfer.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { onDatabases } from '#tests/support/databases.ts';
import { killedShop } from '#tests/support/killed-shop.ts';
import { newDataDir } from '#tests/support/shop-process.ts';

const ROWS = 120;
/** Rows that have come in when it is killed, at least. */
const KILLS = [20, 60];

onDatabases(['sqlite', 'postgres'], (makeDatabase, engine) => {
  test('an import that is killed again and again loses nothing of what it told of, and doubles nothing', async () => {
    const database = await makeDatabase();
    const { db } = database;
    const dataDir = database.environment?.DATA_DIR ?? newDataDir();
    const shop = killedShop({ DATABASE_URL: '', ...database.environment, DATA_DIR: dataDir });
    const rows = Array.from(
      { length: ROWS },
      (_, n) =>
        `K-${n},Killed ${n} druse,"Tsumeb, Namibia",${n + 1},https://cdn.shop.example/${n}.jpg`,
    );
    const sheet = new Blob([`Number,Title,Locality,Price,Photo\n${rows.join('\n')}\n`]);
    /** PostgreSQL may still be finishing what a killed process has sent: the lock waits for it. */
    const settled = async () => {
      if (engine === 'postgres')
        await db.transaction().execute((tx) => sql`lock table specimens in share mode`.execute(tx));
    };
    const count = async () => {
      const { all } = await db
        .selectFrom('specimens')
        .select(({ fn }) => fn.countAll().as('all'))
        .executeTakeFirstOrThrow();
      return Number(all);
    };

    await shop.start();
    await shop.logIn();
    const look = await shop.sendFile('/api/manage/import/look', sheet);
    const { matching } = (await look.json()) as ForeignLook;
    const query = new URLSearchParams({
      dryRun: 'false',
      name: 'list.csv',
      matching: JSON.stringify(matching),
    });
    /** Imports the file. @param onShare called with what it tells of. @returns the last line. */
    const importIt = async (onShare: (share: number) => void): Promise<ImportEvent> => {
      const response = await shop.sendFile(`/api/manage/import?${query}`, sheet);
      let text = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const line = text.trim().split('\n').at(-1) ?? '';
        if (chunk.endsWith('\n') && line.includes('"share"'))
          onShare((JSON.parse(line) as { share: number }).share);
      }
      return JSON.parse(text.trim().split('\n').at(-1) ?? '');
    };

    for (const least of KILLS) {
      let told = 0;
      const cutOff = importIt((share) => {
        told = share;
      }).catch(() => null);
      while ((await count()) < least) await new Promise((resolve) => setTimeout(resolve, 2));
      await shop.kill();
      await cutOff;
      await settled();
      const there = await count();
      // Lines are about as long as each other.
      expect(there).toBeGreaterThanOrEqual(Math.floor(told * ROWS * 0.9));
      expect(there).toBeLessThan(ROWS);
      await expectWhole();
      await shop.start();
    }

    const end = await importIt(() => {});
    if (!('report' in end)) throw new Error(JSON.stringify(end));
    const { added, unchanged, refused, changed } = end.report.specimens;
    expect([added + unchanged, refused, changed]).toEqual([ROWS, 0, 0]);
    expect(await count()).toBe(ROWS);
    await expectWhole();

    // Every one of the three can be undone, and then nothing is left.
    const imports = await shop.ask<UndoableImport[]>('GET', '/api/manage/imports');
    expect(imports.reduce((sum, one) => sum + one.added, 0)).toBe(ROWS);
    const [latest, ...others] = imports;
    const undoing = shop
      .send('POST', `/api/manage/imports/${latest?.id}/undo`, {})
      .catch(() => null);
    const before = await count();
    while ((await count()) === before) await new Promise((resolve) => setTimeout(resolve, 2));
    await shop.kill();
    await undoing;
    await settled();
    await expectWhole();
    await shop.start();
    for (const { id } of [latest, ...others].flatMap((one) => one ?? [])) {
      const response = await shop.send('POST', `/api/manage/imports/${id}/undo`, {});
      // It may have come to its end just before.
      if (id !== latest?.id || response.status !== 404)
        expect(((await response.json()) as ImportUndone).left).toBe(0);
    }
    expect(await count()).toBe(0);
    for (const table of [
      'photo_addresses',
      'awaited_photos',
      'sheet_import_pieces',
      'catalogue_numbers',
    ] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    await expectWhole();
    await database.close();

    /** Each piece is there once, with its reference, number, picture, address and note for undoing, and the search index equals a rebuilt one. */
    async function expectWhole(): Promise<void> {
      const pieces = await db
        .selectFrom('specimens')
        .select(['id', 'catalogue_number'])
        .orderBy('id')
        .execute();
      const ids = pieces.map(({ id }) => id);
      expect(new Set(pieces.map((piece) => piece.catalogue_number)).size).toBe(pieces.length);
      for (const table of [
        'specimen_media',
        'photo_addresses',
        'awaited_photos',
        'sheet_import_pieces',
        'catalogue_numbers',
      ] as const) {
        const of = await db
          .selectFrom(table)
          .select('specimen_id')
          .orderBy('specimen_id')
          .execute();
        expect([table, of.map(({ specimen_id }) => specimen_id)]).toEqual([table, ids]);
      }
      const references = await db
        .selectFrom('import_references')
        .select('target_id')
        .orderBy('target_id')
        .execute();
      expect(references.map(({ target_id }) => target_id)).toEqual(expect.arrayContaining(ids));
      const tokens = () => db.selectFrom('search_tokens').selectAll().orderBy('token').execute();
      const stored = await tokens();
      await inTransaction(db, rebuildSearchIndex);
      expect(stored).toEqual(await tokens());
    }
  });
});
