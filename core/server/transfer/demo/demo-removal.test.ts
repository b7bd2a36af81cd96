import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { DemoRemoval } from '#core/contract/transfer/demo-removal.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, directBody } from '#tests/support/orders.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';
import { loadDemoOnce } from './demo.service.ts';
import { leftOfDemo } from './demo-removal.service.ts';

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  const open = async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { config: { demo: true } });
    admin = await shop.admin();
  };
  const close = async () => {
    await shop.app.close();
    await database.close();
  };
  const remove = async (): Promise<DemoRemoval> => (await admin.delete('/api/manage/demo')).json();
  const listed = async (): Promise<Specimen[]> => (await admin.get('/api/specimens')).json();
  const covers = async (): Promise<unknown[]> =>
    (await admin.get('/api/manage/collections'))
      .json()
      .map(({ cover }: { cover: { id: string } | null }) => cover?.id ?? null);

  describe('visitor', () => {
    beforeAll(open);
    afterAll(close);

    test('a visitor cannot remove the demo', async () => {
      await addSpecimens(shop.ctx, [{}]);
      const response = await shop.visitor().delete('/api/manage/demo');
      expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized']);
      expect(await listed()).toHaveLength(1);
    });
  });

  describe('a shop of its own', () => {
    beforeAll(open);
    afterAll(close);

    test('a shop that never had the demo collection has nothing of it to remove', async () => {
      expect(await leftOfDemo(shop.ctx)).toBe(null);
    });
  });

  describe('removal', () => {
    const onTheOtherToo = onFirstEngine(engine);
    beforeEach(async () => {
      await open();
      expect(await loadDemoOnce(shop.ctx)).toBe(true);
    });
    afterEach(close);

    onTheOtherToo(
      'the removal takes everything that only the demo needed, and nothing of the admin’s',
      async () => {
        shop.clock.forward({ minutes: 1 });
        const [own] = await addSpecimens(shop.ctx, [{ title: 'My own' }]);
        await writeSetting(shop.ctx, 'hero', {
          ...(await readSettings(shop.ctx)).hero,
          title: 'Come in',
        });
        const links = (await readSettings(shop.ctx)).social_links.map((link) =>
          link.platform === 'instagram' ? { ...link, url: 'https://instagram.com/mine' } : link,
        );
        await writeSetting(shop.ctx, 'social_links', links);
        expect(await leftOfDemo(shop.ctx)).toHaveLength(37);
        const drops = shop.drops();

        expect(await remove()).toEqual({ removed: 37, kept: [] });
        expect((await listed()).map(({ id }) => id)).toEqual([own]);
        expect(shop.drops()).toBe(drops + 1);
        const settings = await readSettings(shop.ctx);
        expect(settings.venmo_settings).toMatchObject({ venmoUsername: '', enabled: false });
        expect(await covers()).toEqual([null, null, null]);
        expect(settings.social_links.filter(({ enabled }) => enabled)).toMatchObject([
          { url: 'https://instagram.com/mine' },
        ]);
        expect(settings.hero.title).toBe('Come in');
        expect(settings.hero.background).not.toBeNull();
        expect(await leftOfDemo(shop.ctx)).toEqual([]);
        expect(await loadDemoOnce(shop.ctx)).toBe(false);
        expect(await remove()).toEqual({ removed: 0, kept: [] });
      },
    );

    test.runIf(isThorough)('the removal leaves settings that the admin has changed', async () => {
      await writeSetting(shop.ctx, 'venmo_settings', { venmoUsername: 'real-shop', enabled: true });
      await writeSetting(shop.ctx, 'featured_collections', { sectionTitle: 'Rooms' });
      const mine = await addPicture(shop.ctx);
      await database.db
        .updateTable('collections')
        .set({ cover_id: mine })
        .where('slug', '=', 'minerals')
        .execute();
      await writeSetting(shop.ctx, 'general', { contactEmail: 'eva@minerals.example' });
      await remove();
      const settings = await readSettings(shop.ctx);
      expect(settings.venmo_settings).toMatchObject({ venmoUsername: 'real-shop', enabled: true });
      expect(settings.featured_collections).toMatchObject({ sectionTitle: 'Rooms' });
      expect(await covers()).toEqual([null, null, mine]);
      expect(settings.general.contactEmail).toBe('eva@minerals.example');
    });

    onTheOtherToo(
      'a specimen in an unfinished order stays until the order is finished',
      async () => {
        const free = (await listed()).filter(({ available }) => available > 0);
        const [first, second] = free;
        if (!first || !second) throw new Error('The demo has nothing to buy');
        const place = async ({ id }: Specimen) =>
          (await shop.visitor().post('/api/orders', directBody(id))).json().order.id;
        const [one, two] = [await place(first), await place(second)];
        const put = async (id: number, status: string) =>
          expect((await admin.put(`/api/orders/${id}/status`, { status })).statusCode).toBe(200);
        await put(two, 'paid');

        const kept = [
          { id: first.id, title: first.title, orders: [one] },
          { id: second.id, title: second.title, orders: [two] },
        ];
        const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
        expect(await remove()).toEqual({ removed: 35, kept: kept.toSorted(byId) });
        expect(await leftOfDemo(shop.ctx)).toHaveLength(2);
        await put(two, 'delivered');
        expect(await remove()).toEqual({ removed: 1, kept: [kept[0]] });
        await put(one, 'cancelled');
        expect(await remove()).toEqual({ removed: 1, kept: [] });
        const order = (await admin.get(`/api/orders/${two}`)).json();
        expect(order.lines).toMatchObject([{ title: second.title, specimenId: null }]);
        expect(await auditBooks(database.db)).toEqual([]);
      },
    );

    test.skipIf(engine === 'pglite')(
      'a specimen ordered during the removal is either sold or removed, never both',
      async () => {
        const free = (await listed()).filter(({ available }) => available > 0).slice(0, 12);
        const orders = free.map(({ id }) => shop.visitor().post('/api/orders', directBody(id)));
        const removals = [remove(), remove()];
        const placed = (await Promise.all(orders)).filter(
          (response) => response.statusCode === 201,
        );
        await Promise.all(removals);
        expect(await listed()).toHaveLength(placed.length);
        expect(await auditBooks(database.db)).toEqual([]);
      },
    );
  });
});
