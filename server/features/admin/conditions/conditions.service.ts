/** What is wrong with the shop itself: Today tells it for as long as it lasts. */
import { type Condition, conditionTable } from '#contract/admin/conditions.ts';
import type { Context } from '#server/context.ts';
import type { TodayFinding } from '#server/extra.ts';
import { clockInDoubtSince } from '#server/features/admin/schedule/clock.service.ts';
import { mailsDelayedSince } from '#server/features/messages/mail/mail.service.ts';
import { isMailServerLost } from '#server/features/messages/mail/mail-server.service.ts';

/** Since when it lasts, where that is known; null: it does not. */
type FindCondition = (ctx: Context) => Promise<{ since: string | null } | null>;

const lasting = (since: string | null) => (since === null ? null : { since });

const finders: Record<Condition, FindCondition> = {
  cannotWrite: async (ctx) => ((await ctx.writeProblem()) === null ? null : { since: null }),
  mailDelayed: async (ctx) => lasting(await mailsDelayedSince(ctx)),
  mailServerLost: async (ctx) => ((await isMailServerLost(ctx)) ? { since: null } : null),
  clockJumped: async (ctx) => lasting(await clockInDoubtSince(ctx)),
  diskFull: async ({ room }) => lasting(room.missingSince()),
};

/** The conditions that last, as Today shows them. */
export async function lastingConditions(ctx: Context): Promise<TodayFinding> {
  const rows = [];
  for (const [condition, find] of Object.entries(finders) as [Condition, FindCondition][]) {
    const found = await find(ctx);
    const { id, sentence, wayOut } = conditionTable[condition];
    if (found) rows.push({ id, orderId: null, specimenId: null, title: sentence, detail: wayOut, amount: null, at: found.since });
  }
  return { count: rows.length, rows };
}
