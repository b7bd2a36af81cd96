/** What is wrong with the shop itself: Today tells it for as long as it lasts. */
import { type Condition, type ConditionEntry, conditionTable } from '#contract/admin/conditions.ts';
import type { Context } from '#server/context.ts';
import type { TodayFinding } from '#server/extra.ts';
import { clockInDoubtSince } from '#server/features/admin/schedule/clock.service.ts';
import { mailsDelayedSince } from '#server/features/messages/mail/mail.service.ts';
import { isMailServerLost } from '#server/features/messages/mail/mail-server.service.ts';
import { entriesAt } from '#server/plugged-in.ts';
import { selectConditions } from './conditions.queries.ts';
import type { WatchedCondition } from './watched.service.ts';

/** Since when it lasts, where that is known; null: it does not. */
type FindCondition = (ctx: Context) => Promise<{ since: string | null } | null>;

const lasting = (since: string | null) => (since === null ? null : { since });
const sinceUnknown = (isThere: boolean) => (isThere ? { since: null } : null);

/** What is looked up whenever somebody asks. The others the watch looks up (`watched.service.ts`). */
const finders: Record<Exclude<Condition, WatchedCondition | 'databaseAway'>, FindCondition> = {
  cannotWrite: async (ctx) => sinceUnknown((await ctx.writeProblem()) !== null),
  mailDelayed: async (ctx) => lasting(await mailsDelayedSince(ctx)),
  mailServerLost: async (ctx) => sinceUnknown(await isMailServerLost(ctx)),
  clockJumped: async (ctx) => lasting(await clockInDoubtSince(ctx)),
  diskFull: async ({ room }) => lasting(room.missingSince()),
};

const extraConditions = entriesAt('conditions');
/** All that can be wrong, by name: the core's and the extras'. */
export const conditions: ReadonlyMap<string, ConditionEntry> = new Map(Object.entries({ ...conditionTable, ...extraConditions }));

function finderOf(condition: string): FindCondition | undefined {
  const extra = extraConditions[condition];
  if (extra) return async (ctx) => sinceUnknown(await extra.isLasting(ctx));
  return Object.hasOwn(finders, condition) ? finders[condition as keyof typeof finders] : undefined;
}

/** Whether one of those that are looked up whenever somebody asks lasts right now. */
export const isLasting = async (ctx: Context, condition: string): Promise<boolean> => (await finderOf(condition)?.(ctx)) != null;

/** Today lists the failed media themselves. */
const isListedElsewhere = (condition: string) => condition === 'mediaFailing';

/** The conditions that last, as Today shows them: of those that the watch looks up, those that it has told. */
export async function lastingConditions(ctx: Context): Promise<TodayFinding> {
  const noted = new Map((await selectConditions(ctx.db)).map((row) => [row.name, row]));
  const rows = [];
  for (const [condition, { id, sentence, wayOut }] of conditions) {
    const finder = finderOf(condition);
    const row = noted.get(condition);
    const isTold = row !== undefined && row.told_at !== null && row.ended_at === null && !isListedElsewhere(condition);
    const found = finder ? await finder(ctx) : isTold ? { since: row.began_at } : null;
    if (found) rows.push({ id, orderId: null, specimenId: null, title: sentence, detail: wayOut, amount: null, at: found.since });
  }
  return { count: rows.length, rows };
}
