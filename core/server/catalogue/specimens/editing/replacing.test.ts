import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { openCachedShop } from '#tests/support/cached-shop.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, cartBody } from '#tests/support/orders.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    const dataDir = mkdtempSync(path.join(inject('runFolder'), 'replacing-'));
    shop = await openCachedShop(database, { config: { dataDir } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    expect(await auditBooks(shop.ctx.db)).toEqual([]);
    await shop.app.close();
    await database.close();
  });

  let width = 40;
  const upload = async (input: object) => {
    width += 1;
    const data = {
      name: 'data',
      value: JSON.stringify({ category: 'Minerals', price: '50', forSale: true, ...input }),
    };
    return admin.request({
      method: 'POST',
      url: '/api/specimens',
      ...formOf([data, filePart('image', await smallJpeg(width))]),
    });
  };
  const uploaded = async (input: object): Promise<SpecimenDetail> => {
    const response = await upload(input);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const showing = async (specimenId: number) => {
    const mediaId = await addPicture(shop.ctx);
    const link = {
      specimen_id: specimenId,
      position: 1,
      media_id: mediaId,
      alt: 'From the side',
      light: 'daylight' as const,
    };
    await shop.ctx.db.insertInto('specimen_media').values(link).execute();
    return mediaId;
  };
  const remaining = (mediaId: string) => ({ mediaId, alt: 'From the side', light: 'daylight' });

  test('a piece that is uploaded again keeps what it had, and its old address leads to it', async () => {
    const [old = 0] = await addSpecimens(shop.ctx, [
      { title: 'Quartz', catalogueNumber: 'R-1', createdAt: '2026-01-05T09:00:00.000Z' },
    ]);
    const side = await showing(old);
    const made = await admin.post('/api/manage/collections', { name: 'Favorites' });
    expect(made.statusCode, made.body).toBe(201);
    await shop.ctx.db
      .insertInto('collection_specimens')
      .values({ collection_id: made.json().id, specimen_id: old, position: 0 })
      .execute();
    expect((await shop.visitor().get(`/specimen/${old}-quartz`)).statusCode).toBe(200);

    const once = await uploaded({
      title: 'Smoky Quartz',
      catalogueNumber: 'R-1',
      replaces: { id: old, remaining: [remaining(side)] },
    });
    expect(once).toMatchObject({
      catalogueNumber: 'R-1',
      createdAt: '2026-01-05T09:00:00.000Z',
      additional: [remaining(side)].map(({ mediaId, ...said }) => ({ id: mediaId, ...said })),
    });
    expect((await admin.get(`/api/specimens/${old}`)).statusCode).toBe(404);
    const twice = await uploaded({
      title: 'Smoky Quartz',
      catalogueNumber: 'R-2',
      replaces: { id: once.id, remaining: [] },
    });
    expect(twice.additional).toEqual([]);
    for (const url of [
      `/specimen/${old}`,
      `/specimen/${old}-quartz`,
      `/specimen/${once.id}-smoky-quartz`,
    ]) {
      const { statusCode, headers } = await shop.visitor().get(url);
      expect([statusCode, headers.location]).toEqual([301, `/specimen/${twice.id}-smoky-quartz`]);
    }
    const members = await shop.ctx.db
      .selectFrom('collection_specimens')
      .select('specimen_id')
      .execute();
    expect(members).toEqual([{ specimen_id: twice.id }]);
    // The number from before is still nobody else's.
    expect((await upload({ title: 'Another', catalogueNumber: 'R-1' })).json().message).toContain(
      'R-1 belongs to “Smoky Quartz”',
    );
    // What is hidden leads nobody to it, and what is gone leads nowhere.
    await admin.request({
      method: 'PUT',
      url: `/api/specimens/${twice.id}`,
      payload: { visible: false },
    });
    expect((await shop.visitor().get(`/specimen/${old}`)).statusCode).toBe(404);
    await admin.delete(`/api/specimens/${twice.id}`);
    expect((await shop.visitor().get(`/specimen/${old}`)).statusCode).toBe(404);
  });

  test('a piece that an order has stays, and the order is named; a cancelled one goes over to the new piece', async () => {
    const [old = 0] = await addSpecimens(shop.ctx, [{ title: 'Galena' }]);
    const placed = await shop
      .visitor()
      .post('/api/orders', cartBody([{ specimenId: old, quantity: 1 }]));
    const order = placed.json().order.id;
    const refused = await upload({ title: 'Galena', replaces: { id: old, remaining: [] } });
    expect(refused.json()).toMatchObject({
      code: 'state_conflict',
      message: `Order #${order} has this piece, so it stays as it is.`,
    });
    await admin.put(`/api/orders/${order}/status`, { status: 'paid' });
    expect(
      (await upload({ title: 'Galena', replaces: { id: old, remaining: [] } })).statusCode,
    ).toBe(409);
    expect((await admin.get(`/api/specimens/${old}`)).statusCode).toBe(200);
    await admin.put(`/api/orders/${order}/status`, { status: 'cancelled' });
    const { id } = await uploaded({ title: 'Galena', replaces: { id: old, remaining: [] } });
    const lines = await shop.ctx.db
      .selectFrom('order_lines')
      .select('specimen_id')
      .where('order_id', '=', order)
      .execute();
    expect(lines).toEqual([{ specimen_id: id }]);
  });

  test('a status that came of an order is not taken for one set by hand, and one set by hand stays', async () => {
    const stockOf = (id: number) =>
      shop.ctx.db
        .selectFrom('specimens')
        .select(['quantity', 'status_by_hand as byHand', 'status'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const [ordered = 0, byHand = 0, gone = 0] = await addSpecimens(shop.ctx, [
      { title: 'Fluorite' },
      { title: 'Barite', status: 'pending' },
      { title: 'Pyrite' },
    ]);
    const placed = await shop
      .visitor()
      .post('/api/orders', cartBody([{ specimenId: ordered, quantity: 1 }]));
    const { status } = (await admin.get(`/api/specimens/${ordered}`)).json<SpecimenDetail>();
    await admin.put(`/api/orders/${placed.json().order.id}/status`, { status: 'cancelled' });
    const free = await uploaded({
      title: 'Fluorite',
      status,
      replaces: { id: ordered, remaining: [] },
    });
    expect([status, await stockOf(free.id)]).toEqual([
      'pending',
      { quantity: 1, byHand: null, status: 'available' },
    ]);

    const stays = await uploaded({
      title: 'Barite',
      status: 'available',
      replaces: { id: byHand, remaining: [] },
    });
    expect(await stockOf(stays.id)).toEqual({ quantity: 1, byHand: 'pending', status: 'pending' });

    await admin.put(`/api/specimens/${gone}`, {
      title: 'Pyrite',
      category: 'Minerals',
      quantity: 0,
    });
    const sold = await uploaded({
      title: 'Pyrite',
      status: 'available',
      quantity: 1,
      replaces: { id: gone, remaining: [] },
    });
    expect(await stockOf(sold.id)).toEqual({ quantity: 1, byHand: 'sold', status: 'sold' });
  });

  test('a piece that was changed after the form was opened stays as it is, unless no version is named', async () => {
    const [old = 0] = await addSpecimens(shop.ctx, [{ title: 'Azurite', price: '50.00' }]);
    const { version } = (await admin.get(`/api/specimens/${old}`)).json<SpecimenDetail>();
    await admin.put(`/api/specimens/${old}`, {
      title: 'Azurite',
      category: 'Minerals',
      price: '80',
    });
    const refused = await upload({
      title: 'Azurite',
      replaces: { id: old, version, remaining: [] },
    });
    expect([refused.statusCode, refused.json()]).toEqual([
      412,
      {
        code: 'changed_meanwhile',
        message: 'This specimen has changed since you opened it. Nothing was saved.',
      },
    ]);
    const now = (await admin.get(`/api/specimens/${old}`)).json<SpecimenDetail>();
    expect(now).toMatchObject({ id: old, price: '80.00' });
    const again = await uploaded({
      title: 'Azurite',
      price: '90',
      replaces: { id: old, version: now.version, remaining: [] },
    });
    expect(
      (await upload({ title: 'Azurite', replaces: { id: again.id, version: 0, remaining: [] } }))
        .statusCode,
    ).toBe(400);
    expect(
      (await uploaded({ title: 'Azurite', replaces: { id: again.id, remaining: [] } })).title,
    ).toBe('Azurite');
  });

  test('a piece that was hidden, or shown, after the form was opened stays as it is', async () => {
    const [old = 0] = await addSpecimens(shop.ctx, [{ title: 'Realgar' }]);
    const { version } = (await admin.get(`/api/specimens/${old}`)).json<SpecimenDetail>();
    const replaces = { id: old, version, remaining: [] };
    for (const visible of [false, true]) {
      await admin.put(`/api/specimens/${old}`, { visible });
      const refused = await upload({
        title: 'Realgar',
        replaces: { ...replaces, visible: !visible },
      });
      expect(refused.json()).toMatchObject({ code: 'changed_meanwhile' });
      expect((await admin.get(`/api/specimens/${old}`)).json()).toMatchObject({ id: old, visible });
    }
    expect(
      await uploaded({
        title: 'Realgar',
        visible: false,
        replaces: { ...replaces, visible: true },
      }),
    ).toMatchObject({
      visible: false,
    });
  });

  test('a photo of another piece does not remain, and nothing changes where the replaced piece is gone', async () => {
    const [old = 0] = await addSpecimens(shop.ctx, [{ title: 'Calcite' }]);
    const { main } = (await admin.get(`/api/specimens/${old}`)).json<SpecimenDetail>();
    for (const mediaId of [main.id, await addPicture(shop.ctx)])
      expect(
        (await upload({ title: 'Calcite', replaces: { id: old, remaining: [remaining(mediaId)] } }))
          .statusCode,
      ).toBe(400);
    expect(
      (await upload({ title: 'Calcite', replaces: { id: 99_999, remaining: [] } })).statusCode,
    ).toBe(404);
    expect((await admin.get(`/api/specimens/${old}`)).json()).toMatchObject({
      id: old,
      title: 'Calcite',
      version: 1,
    });
  });
});
