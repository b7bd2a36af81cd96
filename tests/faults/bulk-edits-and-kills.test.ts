/** The shop's process is killed while it deletes many specimens at once: each is there and whole, or gone with all that was its own. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { renditionUrl } from '#core/contract/media/media-urls.ts';
import { rebuildSearchIndex } from '#core/server/catalogue/search/search-index.service.ts';
import { cleanUpMedia } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeApp } from '#tests/support/app.ts';
import { onDatabases } from '#tests/support/databases.ts';
import { killedShop } from '#tests/support/killed-shop.ts';
import { auditBooks, directBody } from '#tests/support/orders.ts';
import { newDataDir } from '#tests/support/shop-process.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { smallJpeg } from '#tests/support/uploads.ts';

/** Three transactions of deletions, with two that are there besides. */
const PIECES = 420;
/** Deleted when it is killed, at least: one transaction of them, and two. */
const DELETED = [1, 201];
/** Milliseconds from sending a call to the kill. */
const KILLS = [5, 40];

onDatabases(['sqlite', 'postgres'], (makeDatabase, engine) => {
  test('a bulk deletion that is killed again and again loses nothing that can be undone', async () => {
    const database = await makeDatabase();
    const { db } = database;
    const dataDir = database.environment?.DATA_DIR ?? newDataDir();
    const mediaStore = diskStore(path.join(dataDir, 'media'));
    const { app, ctx, clock } = await makeApp(database, { mediaStore });
    const shop = killedShop({ DATABASE_URL: '', ...database.environment, DATA_DIR: dataDir });
    const upload = async (title: string) => {
      const form = new FormData();
      form.append(
        'data',
        JSON.stringify({ title, category: 'Minerals', price: '30', forSale: true }),
      );
      form.append(
        'image',
        new Blob([new Uint8Array(await smallJpeg(400, 300))], { type: 'image/jpeg' }),
        'stone.jpg',
      );
      return shop.ask<SpecimenDetail>('POST', '/api/specimens', form);
    };
    /** PostgreSQL may still be finishing what a killed process has sent: the lock waits for it. */
    const settled = async () => {
      if (engine === 'postgres')
        await db.transaction().execute((tx) => sql`lock table specimens in share mode`.execute(tx));
    };
    const rows = () =>
      db
        .selectFrom('specimens')
        .select(['id', 'title', 'visible', 'delete_at'])
        .orderBy('id')
        .execute();

    await shop.start();
    await shop.logIn();
    const [shown, sold] = [await upload('Shown stone'), await upload('Sold stone')];
    const { order } = await shop.ask<{ order: { id: number } }>(
      'POST',
      '/api/orders',
      directBody(sold.id),
    );
    await shop.ask('PUT', `/api/orders/${order.id}/status`, { status: 'paid' });
    const many = await addSpecimens(
      ctx,
      Array.from({ length: PIECES }, (_, n) => ({
        title: `Killed stone ${n}`,
        visible: n % 10 !== 0,
      })),
    );
    const ids = [shown.id, sold.id, ...many];
    const before = await rows();

    // Whenever it is killed, all of the change is there or nothing, and the same call finishes it.
    const apply = async () => {
      const { id } = await shop.ask<BulkEdit>('POST', '/api/manage/bulk-edits', {
        specimens: ids,
        change: { kind: 'delete' },
      });
      return id;
    };
    let edit = await apply();
    for (const step of ['apply', 'undo'] as const) {
      for (const wait of KILLS) {
        await shop.killAfter(wait, shop.send('POST', `/api/manage/bulk-edits/${edit}/${step}`));
        await settled();
        const marked = (await rows()).filter(({ delete_at }) => delete_at !== null).length;
        const { state } = await db
          .selectFrom('bulk_edits')
          .select('state')
          .where('id', '=', edit)
          .executeTakeFirstOrThrow();
        expect(marked).toBe(state === 'applied' ? ids.length : 0);
      }
      expect(
        await shop.ask<BulkEdit>('POST', `/api/manage/bulk-edits/${edit}/${step}`),
      ).toMatchObject({
        changed: ids.length,
        left: [],
      });
      if (step === 'apply') expect((await rows()).every(({ visible }) => !visible)).toBe(true);
    }
    expect(await rows()).toEqual(before);
    expect((await shop.send('GET', renditionUrl(shown.main.id, 320, 'avif'))).status).toBe(200);

    // Its time comes while nothing runs; killed in the middle, the rest goes with the next start.
    edit = await apply();
    await shop.ask('POST', `/api/manage/bulk-edits/${edit}/apply`);
    await shop.kill();
    const past = new Date(Date.now() - 1_000).toISOString();
    await db
      .updateTable('specimens')
      .set({ delete_at: past })
      .where('delete_at', 'is not', null)
      .execute();
    await db.updateTable('bulk_edits').set({ ends_at: past }).execute();
    const left = async () => (await rows()).length;
    for (const deleted of DELETED) {
      await shop.start();
      while ((await left()) > ids.length - deleted)
        await new Promise((resolve) => setTimeout(resolve, 2));
      await shop.kill();
      await expectWhole();
    }
    await shop.start();
    while (
      (await left()) > 0 ||
      (await db.selectFrom('bulk_edits').select('id').execute()).length > 0
    )
      await new Promise((resolve) => setTimeout(resolve, 10));
    await expectWhole();

    // The files go a day later, but for the picture that an order shows.
    await shop.kill();
    clock.forward({ seconds: (Date.now() - clock.now().getTime()) / 1000, days: 2 });
    await cleanUpMedia(ctx, { files: true });
    const media = await db.selectFrom('media').select(['id', 'stem']).execute();
    expect(media.map(({ id }) => id)).toEqual([sold.main.id]);
    const files = readdirSync(path.join(dataDir, 'media'), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    expect(
      files.filter(({ name }) => !name.startsWith(media[0]?.stem ?? '-')).map(({ name }) => name),
    ).toEqual([]);
    await app.close();
    await database.close();

    /** No row names a deleted specimen, each went once, and the search index equals a rebuilt one. */
    async function expectWhole(): Promise<void> {
      await settled();
      const there = new Set((await rows()).map(({ id }) => id));
      const links = await db.selectFrom('specimen_media').select('specimen_id').execute();
      expect(links.filter(({ specimen_id: id }) => !there.has(id))).toEqual([]);
      const events = await db
        .selectFrom('events')
        .select('specimen_id')
        .where('kind', '=', 'specimen_deleted')
        .execute();
      expect(
        events.map(({ specimen_id: id }) => id).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
      ).toEqual(ids.filter((id) => !there.has(id)).toSorted((a, b) => a - b));
      const lines = await db
        .selectFrom('order_lines')
        .select(['title', 'specimen_id', 'claim'])
        .execute();
      expect(lines).toEqual([
        { title: 'Sold stone', specimen_id: there.has(sold.id) ? sold.id : null, claim: 'taken' },
      ]);
      expect(await auditBooks(db)).toEqual([]);
      const tokens = () => db.selectFrom('search_tokens').selectAll().orderBy('token').execute();
      const postings = await tokens();
      await inTransaction(db, rebuildSearchIndex);
      expect(postings).toEqual(await tokens());
    }
  });
});
