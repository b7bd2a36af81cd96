import { DAY_MS } from '#core/contract/durations.ts';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import type { OrderFollower, OrderRow } from '#core/server/feature.ts';
import type { UndoneStep } from '#features/undo/contract/steps.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import {
  lastMailOf,
  STEP_BEGUN,
  selectEventsOf,
  selectMailsAfter,
  selectMoneyOf,
} from './undo.queries.ts';

/** Without personal data: the log keeps it. */
const columns = [
  'status',
  'paid_at',
  'written_off_cents',
  'hold_ends_at',
  'hold_reminds_at',
  'hold_asked_at',
  'sign_of_life_at',
  'payment_reported_at',
  'awaits_proof',
  'email_proved_at',
] as const satisfies (keyof OrderRow)[];

export type Before = {
  order: Pick<OrderRow, (typeof columns)[number]>;
  money: number[];
  lastMail: number;
};

export type LastStep = {
  step: UndoneStep;
  at: string;
  before: Before;
  added: number[];
  /** Whether the step took its pieces off sale. */
  isAside: boolean;
};

/** What the buyer does while he looks. */
const SIGNS = ['mail_link_opened', 'page_reopened', 'payment_opened'];

export const noting: OrderFollower = {
  acting: async (act, order) => {
    if (act.actor !== 'owner') return;
    const { tx } = act;
    const data: Before = {
      order: Object.fromEntries(
        columns.map((column) => [column, order[column]]),
      ) as Before['order'],
      money: (await selectMoneyOf(tx, order.id)).map(({ id }) => id),
      lastMail: await lastMailOf(tx, order.id),
    };
    await act.record({ kind: STEP_BEGUN, orderId: order.id, data });
  },
};

const statusSteps: Record<OrderStatus, UndoneStep | null> = {
  pending: null,
  paid: 'paid',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
};

/** null: there is none that can be taken back. */
export async function lastStepOf(
  db: Db | Tx,
  order: OrderRow,
  now: Date,
): Promise<LastStep | null> {
  const events = await selectEventsOf(db, order.id);
  const begun = events.findLastIndex(({ kind }) => kind === STEP_BEGUN);
  const point = events[begun];
  if (!point || now.getTime() - Date.parse(point.created_at) > DAY_MS) return null;
  const at = point.created_at;
  const since = events.slice(begun);
  if (since.some(({ created_at, kind }) => created_at !== at && !SIGNS.includes(kind))) return null;
  const before = point.data as Before;
  const money = await selectMoneyOf(db, order.id);
  const added = money.filter(({ id }) => !before.money.includes(id));
  // A payment that the step took back is not known anymore.
  if (money.length - added.length < before.money.length) return null;
  const moved = added.find(({ kind }) => kind !== 'fee')?.kind ?? null;
  const step =
    order.status !== before.order.status
      ? statusSteps[order.status]
      : moved === 'payment' || moved === 'refund'
        ? moved
        : null;
  const isAside = since.some(({ kind }) => kind === 'pieces_set_aside');
  return step && { step, at, before, added: added.map(({ id }) => id), isAside };
}

export async function undoField({ db, clock }: Context, order: OrderRow) {
  const last = order.erased_at === null ? await lastStepOf(db, order, clock.now()) : null;
  if (last === null) return { undo: null };
  const mails = await selectMailsAfter(db, order.id, last.before.lastMail);
  const waiting = mails.find(({ status }) => status === 'waiting');
  return {
    undo: {
      step: last.step,
      at: last.at,
      sendsAt: waiting?.due_at ?? null,
      isMailed: mails.some(({ status }) => isOut(status)),
    },
  };
}

/** Somebody may have read it. */
export const isOut = (status: string): boolean => !['waiting', 'kept', 'failed'].includes(status);

/** In milliseconds. All that the admin has the buyer read, so that no email overtakes another. */
export const holdOfMail = async (act: Act, kind: string): Promise<number> =>
  act.actor === 'owner' && /^orders?_/.test(kind)
    ? (await act.settings()).orders.mailDelay * 1_000
    : 0;
