import { isChangeable, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Context } from '#core/server/context.ts';
import type { OrderFollower, OrderRow } from '#core/server/feature.ts';
import { toOther } from '#core/server/selling/orders/known-buyer.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { othersToShip, whyNotToShip } from './parcel-rules.ts';
import {
  selectTogether,
  selectUnshippedOf,
  updateParcel,
  updateTracking,
} from './parcels.queries.ts';

const togetherWith = async (db: Db | Tx, { parcel }: OrderRow): Promise<OrderRow[]> =>
  parcel === null ? [] : selectTogether(db, parcel);

export const travelFields = async ({ db }: Context, order: OrderRow) => ({
  together: (await togetherWith(db, order)).filter(({ id }) => id !== order.id).map(toOther),
  couldJoin:
    isChangeable(order.status) && order.customer_email !== ''
      ? (await selectUnshippedOf(db, order)).map(toOther)
      : [],
});

export const travelling: OrderFollower = {
  // What has ended travels with nothing.
  moving: async ({ tx, now }, { id, parcel }, status) => {
    if (orderStatusTable[status].claim === 'none' && parcel !== null)
      await updateParcel(tx, [id], null, now);
  },
  edited: async ({ tx, now }, before, order) => {
    const isTracked =
      before.carrier !== order.carrier || before.tracking_number !== order.tracking_number;
    if (isTracked && order.parcel !== null) await updateTracking(tx, order, now);
  },
  refusals: async (db, order, status) => {
    if (!orderStatusTable[status].showsTracking) return [];
    const others = (await togetherWith(db, order)).filter(({ id }) => id !== order.id);
    return [whyNotToShip(order, others) ?? []].flat();
  },
  movedWith: async ({ tx, now }, order, status) => {
    const others = await othersToShip(tx, order, status);
    if (others.length > 0) await updateTracking(tx, order, now);
    return others;
  },
  mailedWith: async (db, order) => (await togetherWith(db, order)).map(({ id }) => id),
};
