import type { Tx } from '#platform/db/db.ts';
import { forgetRowChanges, takeRowChanges, watchRows } from '#platform/db/row-changes.ts';
import { SPECIMEN_ROWS } from '#platform/db/schema-watched.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Act, Actor, BareAct } from './act.ts';
import { insertEvents } from './admin/events/events.queries.ts';
import { readShopSettings } from './admin/settings/settings.service.ts';
import { invalidatedByRows } from './cache-invalidation.ts';
import type { Context } from './context.ts';
import { pluggedInto } from './plugged-in.ts';

type Bare = Pick<Context, 'db' | 'dialect' | 'clock'>;
type ActOf<C extends Bare> = C extends Context ? Act : BareAct;

/** Each tag is looked up in every cached page: beyond this many rows, everything is invalidated. */
const MANY = 1_000;

type Rows = { table: string; key: string }[];

/**
 * Runs the rule in one transaction, and invalidates the pages of the changed rows. Why:
 * `docs/decisions/0077-acts.md`. @param rule may run more than once, so it must touch nothing
 * outside its act. @throws what the rule threw, and then nothing has changed; or what its work
 * after the commit threw, and then everything has.
 */
export async function perform<T, C extends Bare>(
  ctx: C,
  actor: Actor,
  rule: (act: ActOf<C>) => Promise<T>,
): Promise<T> {
  await watchRows(ctx.db, ctx.dialect);
  const { result, done } = await inTransaction(ctx.db, async (tx) => {
    await forgetRowChanges(tx, ctx.dialect);
    const { act, finish } = begin(ctx, tx, actor);
    const result = await rule(act as ActOf<C>);
    return { result, done: await finish() };
  });
  try {
    for (const work of done.work) await work();
  } finally {
    if (done.rows.length > 0 && isWhole(ctx))
      ctx.invalidateCache(done.rows.length > MANY ? null : invalidatedByRows(done.rows));
  }
  return result;
}

function begin(ctx: Bare, tx: Tx, actor: Actor) {
  const instant = ctx.clock.now();
  const now = instant.toISOString();
  let settings: ReturnType<BareAct['settings']> | undefined;
  const work: (() => Promise<void>)[] = [];
  const rows: Rows = [];
  let last = 0;

  async function take(): Promise<Rows> {
    const taken = await takeRowChanges(tx, ctx.dialect, last);
    last = taken.last;
    rows.push(...taken.rows);
    return taken.rows;
  }

  const act: BareAct = {
    ...ctx,
    db: tx,
    tx,
    now,
    actor,
    clock: { now: () => instant, wait: (ms) => ctx.clock.wait(ms) },
    settings: () => (settings ??= readShopSettings({ db: tx })),
    async record(entries, by = actor) {
      const stored = [entries].flat().map(({ kind, at = now, specimenId, orderId, data = {} }) => ({
        created_at: at,
        actor: by,
        kind,
        data: JSON.stringify(data),
        specimen_id: specimenId ?? null,
        order_id: orderId ?? null,
      }));
      if (stored.length > 0) await insertEvents(tx, stored);
    },
    follow: async () => void (await follow()),
    afterCommit: (later) => void work.push(later),
  };

  async function follow(): Promise<boolean> {
    const specimens = (await take()).filter(({ table }) => SPECIMEN_ROWS.includes(table));
    if (specimens.length === 0) return false;
    if (!isWhole(ctx)) throw new Error('A specimen was changed without the whole context');
    // The database notes very many changes as one.
    const ids = specimens.some(({ key }) => key === '*')
      ? null
      : [...new Set(specimens.map(({ key }) => Number(key)))];
    const all = await followers();
    for (const one of all) await one(act as Act, ids);
    return all.length > 0;
  }

  const finish = async () => {
    // Followers change rows too.
    if (await follow()) await take();
    return { rows, work };
  };
  return { act, finish };
}

const followers = () => Promise.all(pluggedInto('stockFollower').map((load) => load()));

const isWhole = (ctx: Bare): ctx is Context => 'invalidateCache' in ctx;
