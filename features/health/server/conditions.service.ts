import type { ConditionEntry } from '#core/contract/admin/condition-entry.ts';
import { clockInDoubtSince } from '#core/server/admin/schedule/clock.service.ts';
import type { Context } from '#core/server/context.ts';
import type { TodayFinding } from '#core/server/feature.ts';
import { mailsDelayedSince } from '#core/server/messages/mail/mail.service.ts';
import { isMailServerLost } from '#core/server/messages/mail/mail-server.service.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import { type Condition, conditionTable } from '#features/health/contract/conditions.ts';
import { selectConditions } from './conditions.queries.ts';
import type { WatchedCondition } from './watched.service.ts';

/** null: it does not last. `since`: null if unknown. */
type FindCondition = (ctx: Context) => Promise<{ since: string | null } | null>;

const lasting = (since: string | null) => (since === null ? null : { since });
const sinceUnknown = (isThere: boolean) => (isThere ? { since: null } : null);

/** Looked up whenever somebody asks; the watch looks up the others (`watched.service.ts`). */
const finders: Record<Exclude<Condition, WatchedCondition | 'databaseAway'>, FindCondition> = {
  cannotWrite: async (ctx) => sinceUnknown((await ctx.writeProblem()) !== null),
  mailDelayed: async (ctx) => lasting(await mailsDelayedSince(ctx)),
  mailServerLost: async (ctx) => sinceUnknown(await isMailServerLost(ctx)),
  clockJumped: async (ctx) => lasting(await clockInDoubtSince(ctx)),
  diskFull: async ({ room }) => lasting(room.missingSince()),
};

const featureConditions = entriesAt('conditions');
/** By name, with the features' conditions. */
export const conditions: ReadonlyMap<string, ConditionEntry> = new Map(
  Object.entries({ ...conditionTable, ...featureConditions }),
);

function finderOf(condition: string): FindCondition | undefined {
  const feature = featureConditions[condition];
  if (feature) return async (ctx) => sinceUnknown(await feature.isLasting(ctx));
  return Object.hasOwn(finders, condition) ? finders[condition as keyof typeof finders] : undefined;
}

/** False for conditions that the watch looks up. */
export const isLasting = async (ctx: Context, condition: string): Promise<boolean> =>
  (await finderOf(condition)?.(ctx)) != null;

/** Today lists the failed media themselves. */
const isListedElsewhere = (condition: string) => condition === 'mediaFailing';

/** For Today. Of conditions that the watch looks up, only those that it has told. */
export async function lastingConditions(ctx: Context): Promise<TodayFinding> {
  const noted = new Map((await selectConditions(ctx.db)).map((row) => [row.name, row]));
  const rows = [];
  for (const [condition, { id, sentence, wayOut }] of conditions) {
    const finder = finderOf(condition);
    const row = noted.get(condition);
    const isTold =
      row !== undefined &&
      row.told_at !== null &&
      row.ended_at === null &&
      !isListedElsewhere(condition);
    const found = finder ? await finder(ctx) : isTold ? { since: row.began_at } : null;
    if (found)
      rows.push({
        id,
        orderId: null,
        specimenId: null,
        title: sentence,
        detail: wayOut,
        amount: null,
        at: found.since,
      });
  }
  return { count: rows.length, rows };
}
