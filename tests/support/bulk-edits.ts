/** Changes of many specimens at once, in tests, as the admin makes them. */
import { expect } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { BulkChange } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { cartBody } from './orders.ts';
import type { SuiteShop } from './suite-shop.ts';

/** What the tests of a suite do in its shop. */
export function bulkEditing(here: SuiteShop) {
  const ok = async <T>(request: Promise<{ statusCode: number; body: string }>): Promise<T> => {
    const { statusCode, body } = await request;
    expect(statusCode, body).toBeLessThan(300);
    return JSON.parse(body || 'null');
  };
  const plan = (specimens: number[], change: object) =>
    ok<BulkEdit>(here.admin.post('/api/manage/bulk-edits', { specimens, change }));
  const step = (id: number, name: 'apply' | 'undo') =>
    ok<BulkEdit>(here.admin.post(`/api/manage/bulk-edits/${id}/${name}`));
  const done = async (specimens: number[], change: BulkChange) =>
    step((await plan(specimens, change)).id, 'apply');
  const specimen = (id: number) => ok<SpecimenDetail>(here.admin.get(`/api/specimens/${id}`));
  const order = (specimenId: number) =>
    ok(here.shop.visitor().post('/api/orders', cartBody([{ specimenId, quantity: 1 }])));
  const setColumns = (id: number, columns: object) =>
    here.database.db.updateTable('specimens').set(columns).where('id', '=', id).execute();
  /** How many stay as they are, by reason. */
  const left = ({ left }: BulkEdit) =>
    Object.fromEntries(left.map(({ reason, count }) => [reason, count]));
  /** What visitors find. */
  const found = async (search: string) =>
    ok<{ id: number }[]>(here.shop.visitor().get(`/api/specimens?search=${search}`)).then((all) =>
      all.map(({ id }) => id),
    );
  return { ok, plan, step, done, specimen, order, setColumns, left, found };
}
