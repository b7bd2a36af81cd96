/** Restores the backup of one shop where another has been: all of the other's is replaced, or nothing is changed and the refusal says why. */
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUpMedia } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import type {} from '#features/passkeys/server/tables.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { ADMIN, type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { allRows, backUp, newFolder, restore, storeBytes } from '#tests/support/backups.ts';
import { makeSqlite, onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { directBody, withKey } from '#tests/support/orders.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';
import { namesIn } from '#tests/support/stores.ts';

/** Gives the owner a passkey with the name of his shop. */
async function addPasskey({ db }: TestDatabase, name: string): Promise<void> {
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const key = {
    credential_id: `credential of ${name}`,
    public_key: 'key',
    counter: 0,
    transports: '[]',
    host: 'localhost',
  };
  await db
    .insertInto('passkeys')
    .values({ ...key, user_id: id, name, created_at: '2026-11-21T09:00:00.000Z' })
    .execute();
}

onEveryDatabase((makeDatabase) => {
  /** The shop that is backed up, with its media. */
  let from: TestDatabase;
  let archive: string;
  let media: string;
  let order: { id: number; secretPath: string };
  let buyer: Browser;
  let picture: string;

  beforeAll(async () => {
    from = await makeSqlite();
    media = path.join(newFolder(), 'media');
    const shop = await makeApp(from, { mediaStore: diskStore(media) });
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Of the backup' }]);
    picture = await addPicture(shop.ctx);
    await storeBytes(media, [`${picture}-full.jpg`]);
    const admin = await shop.admin();
    await admin.put('/api/settings/general', {
      siteTitle: 'The backed up shop',
      logo: { ...PICTURE, id: picture },
    });
    buyer = shop.visitor();
    order = (await buyer.post('/api/orders', directBody(id))).json().order;
    await addPasskey(from, 'the backup');
    archive = await backUp(from, media);
    await shop.app.close();
  });
  afterAll(async () => {
    await from.close();
  });
  const PICTURE = {
    kind: 'picture',
    width: 1,
    height: 1,
    widths: [],
    complete: true,
    placeholder: '',
    alt: '',
    light: null,
  };

  /** A shop whose owner has set it up, but has no password yet, with what is his in all places. */
  async function otherShop() {
    const database = await makeDatabase();
    const folder = path.join(newFolder(), 'media');
    const shop = await makeApp(database, {
      mediaStore: diskStore(folder),
      config: { adminPassword: null },
    });
    const admin = await shop.admin();
    const logo = await addPicture(shop.ctx);
    await storeBytes(folder, [`${logo}-full.jpg`]);
    expect(
      (
        await admin.put('/api/settings/general', {
          siteTitle: 'The other shop',
          logo: { ...PICTURE, id: logo },
        })
      ).statusCode,
    ).toBe(200);
    await admin.put('/api/settings/legal', { privacy: 'Of the other shop' });
    await admin.post('/api/manage/collections', { name: 'Of the other shop' });
    await addPasskey(database, 'the other shop');
    await database.db
      .insertInto('buyers')
      .values({ email: 'b@b.example', note: 'Of the other shop', blocked_at: null })
      .execute();
    return { database, folder, shop, admin, logo };
  }

  describe('where another shop has been', () => {
    let other: Awaited<ReturnType<typeof otherShop>>;
    let shop: TestApp;
    beforeAll(async () => {
      other = await otherShop();
      await restore(archive, other.database, other.folder);
      await other.shop.app.close();
      const config = { publicUrl: 'https://elsewhere.example' };
      shop = await makeApp(other.database, { mediaStore: diskStore(other.folder), config });
    });
    // PGlite has one database at a time, and the other tests need theirs.
    afterAll(async () => {
      await shop.app.close();
      await other.database.close();
    });

    test('no row of it is left', async () => {
      const [{ orders, mails, ...rows }, { orders: _, mails: __, ...before }] = [
        await allRows(shop.ctx.db),
        await allRows(from.db),
      ];
      expect(rows).toEqual(before);
      expect(JSON.stringify([rows, orders, mails])).not.toContain('f the other shop');
      expect((await shop.visitor().get('/api/settings')).json().general.siteTitle).toBe(
        'The backed up shop',
      );
      expect((await shop.visitor().get('/api/settings/legal')).json().privacy).toBe('');
    });

    test('nobody who was logged in there is, and only the password and the passkeys of the backup open it', async () => {
      const session = shop.visitor();
      for (const [name, value] of other.admin.cookies) session.cookies.set(name, value);
      expect((await session.get('/api/manage/orders')).statusCode).toBe(401);
      expect(
        (await shop.visitor().post('/api/auth/login', { username: 'admin', password: 'amethyst' }))
          .statusCode,
      ).toBe(401);
      expect((await shop.visitor().post('/api/auth/login', ADMIN)).statusCode).toBe(200);
      const passkeys = await shop.ctx.db.selectFrom('passkeys').select('name').execute();
      expect(passkeys).toEqual([{ name: 'the backup' }]);
      expect(await shop.ctx.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
    });

    test('links and cookies of the backup’s buyers read their orders, and nobody else does', async () => {
      const reader = shop.visitor();
      for (const [name, value] of buyer.cookies) reader.cookies.set(name, value);
      expect((await reader.get(`/api/orders/${order.id}`)).statusCode).toBe(200);
      expect((await shop.visitor().get(`/api/orders/${order.id}`, withKey(order))).statusCode).toBe(
        200,
      );
      expect((await shop.visitor().get(`/api/orders/${order.id}`)).statusCode).toBe(404);
    });

    test('its pictures are shown no longer, and cleaned up a day later', async () => {
      expect((await shop.visitor().get(`/media/${other.logo}-full.jpg`)).statusCode).toBe(404);
      expect((await shop.visitor().get(`/media/${picture}-full.jpg`)).statusCode).toBe(200);
      const old = new Date(shop.clock.now().getTime() - 2 * 24 * 60 * 60_000);
      for (const name of [other.logo, picture])
        utimesSync(path.join(other.folder, `${name}-full.jpg`), old, old);
      await cleanUpMedia(shop.ctx, { files: true });
      expect(await namesIn(shop.ctx.mediaStore)).toEqual([`${picture}-full.jpg`]);
    });
  });

  /** For both refusals: each leaves it as it was. */
  let refusing: ReturnType<typeof otherShop> | undefined;
  const refusingShop = () => {
    refusing ??= otherShop();
    return refusing;
  };
  afterAll(async () => {
    const { shop, database } = await refusingShop();
    await shop.app.close();
    await database.close();
  });

  test('a media store with another file of the same name is refused, and nothing is changed', async () => {
    const { database, folder, logo } = await refusingShop();
    await diskStore(folder).put(`${picture}-full.jpg`, Buffer.alloc(5_000));
    const before = await allRows(database.db);
    await expect(restore(archive, database, folder)).rejects.toThrow(
      `has another file under the name ${picture}-full.jpg`,
    );
    expect(await allRows(database.db)).toEqual(before);
    expect(await namesIn(diskStore(folder))).toEqual(
      [`${logo}-full.jpg`, `${picture}-full.jpg`].toSorted(),
    );
  });
});
