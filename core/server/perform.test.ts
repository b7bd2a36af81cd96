import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdTag, STOCK, specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import { createPageCache, type Invalidation } from '#platform/page-cache/page-cache.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { upsertSetting } from './admin/settings/settings.queries.ts';
import { moveStock } from './catalogue/specimens/stock/stock.service.ts';
import { perform } from './perform.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let invalidated: Invalidation[];
  beforeEach(async () => {
    database = await makeDatabase();
    const cache = createPageCache();
    shop = await makeApp(database, { cache });
    invalidated = [];
    cache.onInvalidate((tags) => invalidated.push(tags));
  });
  afterEach(async () => {
    await shop.app.close();
    await database.close();
  });

  const event = (kind: string) =>
    database.db
      .selectFrom('events')
      .select(['actor', 'created_at as at'])
      .where('kind', '=', kind)
      .execute();

  describe('an act', () => {
    test('invalidates what shows its rows, though no rule names it', async () => {
      const [id = 0, other = 0] = await addSpecimens(shop.ctx, [{}, {}]);
      invalidated.length = 0;
      await perform(shop.ctx, 'owner', ({ tx, now }) =>
        moveStock(tx, { specimenId: id, quantity: 1 }, 'hold', now),
      );
      expect(invalidated.flat()).toContain(specimenTag(id));
      expect(invalidated.flat()).not.toContain(specimenTag(other));
      invalidated.length = 0;
      await perform(shop.ctx, 'owner', ({ tx, now }) =>
        upsertSetting(tx, 'gallery', { title: 'Stones' }, now),
      );
      expect(invalidated).toEqual([['setting gallery', 'settings']]);
    });

    test('invalidates nothing if it changes nothing that visitors see', async () => {
      const [id = 0] = await addSpecimens(shop.ctx, [{}]);
      invalidated.length = 0;
      await perform(shop.ctx, 'owner', async (act) => {
        await act.record({ kind: 'looked' });
        await act.tx
          .updateTable('specimens')
          .set((eb) => ({ version: eb.ref('version') }))
          .where('id', '=', id)
          .execute();
      });
      expect(invalidated).toEqual([]);
    });

    test('leaves lists cached if only hidden specimens change', async () => {
      const [id = 0] = await addSpecimens(shop.ctx, [{ visible: false }]);
      invalidated.length = 0;
      await perform(shop.ctx, 'owner', ({ tx }) =>
        tx.updateTable('specimens').set({ title: 'Drawer' }).where('id', '=', id).execute(),
      );
      expect(invalidated).toEqual([[specimenTag(id), `edited ${id}`]]);
    });

    test('leaves lists as they are where orders move pieces, also out of the shop', async () => {
      const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 2 }]);
      for (const move of ['hold', 'take', 'giveBack'] as const) {
        invalidated.length = 0;
        await perform(shop.ctx, 'buyer', ({ tx, now }) =>
          moveStock(tx, { specimenId: id, quantity: 1 }, move, now),
        );
        expect(invalidated, move).toEqual([[specimenTag(id)]]);
      }
    });

    test('invalidates what shows how long a piece is held where an order’s hold changes', async () => {
      const [id = 0] = await addSpecimens(shop.ctx, [{}]);
      const orderId = await addOrder(database.db, {}, [{ specimen_id: id }]);
      for (const column of [
        'hold_ends_at',
        'hold_asked_at',
        'payment_reported_at',
        'email_proved_at',
      ] as const) {
        invalidated.length = 0;
        await perform(shop.ctx, 'owner', ({ tx, now }) =>
          tx
            .updateTable('orders')
            .set({ [column]: now })
            .where('id', '=', orderId)
            .execute(),
        );
        expect(invalidated, column).toEqual([[holdTag(id)]]);
      }
      invalidated.length = 0;
      await perform(shop.ctx, 'owner', ({ tx }) =>
        tx.updateTable('orders').set({ notes: 'Gift' }).where('id', '=', orderId).execute(),
      );
      expect(invalidated).toEqual([]);
    });

    test('invalidates lists by status and species where an order sells the last piece', async () => {
      const [id = 0] = await addSpecimens(shop.ctx, [{}]);
      invalidated.length = 0;
      await perform(shop.ctx, 'buyer', ({ tx, now }) =>
        moveStock(tx, { specimenId: id, quantity: 1 }, 'hold', now),
      );
      expect(invalidated).toEqual([[specimenTag(id), STOCK]]);
    });

    test('changes and invalidates nothing if it fails', async () => {
      const failing = perform(shop.ctx, 'owner', async (act) => {
        await act.record({ kind: 'tried' });
        await upsertSetting(act.tx, 'gallery', { title: 'Stones' }, act.now);
        throw new Error('refused');
      });
      await expect(failing).rejects.toThrow('refused');
      expect([await event('tried'), invalidated]).toEqual([[], []]);
    });

    test('has one instant and one actor, unless a rule names another actor', async () => {
      const instants = await perform(shop.ctx, 'buyer', async (act) => {
        shop.clock.forward({ minutes: 5 });
        await act.record([{ kind: 'first' }]);
        await act.record({ kind: 'second' }, 'system');
        return [act.now, act.clock.now().toISOString()];
      });
      expect(new Set(instants).size).toBe(1);
      expect(await event('first')).toEqual([{ actor: 'buyer', at: instants[0] }]);
      expect(await event('second')).toEqual([{ actor: 'system', at: instants[0] }]);
    });

    test('does its later work once, after the commit and before pages are invalidated', async () => {
      const order: string[] = [];
      await perform(shop.ctx, 'owner', async (act) => {
        await upsertSetting(act.tx, 'gallery', { title: 'Stones' }, act.now);
        act.afterCommit(async () => {
          order.push(
            `${(await database.db.selectFrom('site_settings').selectAll().execute()).length} rows`,
          );
          order.push(`${invalidated.length} invalidations`);
        });
        order.push('rule');
      });
      expect(order).toEqual(['rule', '1 rows', '0 invalidations']);
      expect(invalidated).toHaveLength(1);
    });

    test('invalidates even if its later work fails, since it is committed', async () => {
      const failing = perform(shop.ctx, 'owner', async (act) => {
        await upsertSetting(act.tx, 'gallery', { title: 'Stones' }, act.now);
        act.afterCommit(() => Promise.reject(new Error('no room')));
      });
      await expect(failing).rejects.toThrow('no room');
      expect(invalidated).toEqual([['setting gallery', 'settings']]);
    });
  });
});
