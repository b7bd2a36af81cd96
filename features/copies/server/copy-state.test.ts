import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { isCopyOld, isCopyUnproved } from './copy-state.service.ts';
import type { CopyPlaces } from './tables.ts';

let database: TestDatabase;
let shop: TestApp;
beforeEach(async () => {
  database = await makeSqlite();
  shop = await makeApp(database);
});
afterEach(async () => {
  await shop.app.close();
  await database.close();
});

const now = () => shop.ctx.clock.now().toISOString();
const addPlan = () =>
  database.db
    .insertInto('copy_plans')
    .values({ id: 1, hour: 3, days: 7, weeks: 4, months: 12, began_at: now() })
    .execute();
const addPlace = (times: Partial<Pick<CopyPlaces, 'copied_at' | 'proved_at'>> = {}) =>
  database.db
    .insertInto('copy_places')
    .values({ address: `/copies/${now()}`, created_at: now(), ...times })
    .execute();

test('a new place without a copy is trouble after two nights, and not before', async () => {
  await addPlan();
  await addPlace();
  shop.clock.forward({ days: 10 });
  await database.db.deleteFrom('copy_places').execute();
  await addPlace();
  expect(await isCopyOld(shop.ctx)).toBe(false);
  shop.clock.forward({ days: 2, seconds: 1 });
  expect(await isCopyOld(shop.ctx)).toBe(true);
});

test('one place whose copy is old is trouble beside another whose copy is new', async () => {
  await addPlan();
  await addPlace({ copied_at: now() });
  shop.clock.forward({ days: 3 });
  await addPlace({ copied_at: now() });
  expect(await isCopyOld(shop.ctx)).toBe(true);
});

test('a copy that nobody proved is trouble after ten days', async () => {
  await addPlan();
  await addPlace({ copied_at: now() });
  shop.clock.forward({ days: 10 });
  expect(await isCopyUnproved(shop.ctx)).toBe(false);
  shop.clock.forward({ seconds: 1 });
  expect(await isCopyUnproved(shop.ctx)).toBe(true);
});

test('where no copies are to be made, none is missed', async () => {
  await addPlace();
  shop.clock.forward({ days: 30 });
  expect([await isCopyOld(shop.ctx), await isCopyUnproved(shop.ctx)]).toEqual([false, false]);
});
