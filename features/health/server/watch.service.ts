/**
 * Tells the owner of each condition once it has lasted, and once when it is over: by email, or by
 * the second way if email is broken. Processes share a table, so that only one of them tells.
 */

import type { ConditionEntry } from '#core/contract/admin/condition-entry.ts';
import { HOUR_MS, MINUTE_MS } from '#core/contract/durations.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { queueMail } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { perform } from '#core/server/perform.ts';
import { conditionTable, silencesMail } from '#features/health/contract/conditions.ts';
import type { Alert, SecondWay } from '#features/health/contract/second-way.ts';
import { instantOf } from '#platform/clock.ts';
import { failureOf } from '#platform/db/failures.ts';
import { type PostPublicly, postPublicly } from '#platform/http/public-post.ts';
import { type Job, startJob, withLast } from '#platform/jobs/job.ts';
import {
  forgetCondition,
  noteCondition,
  noteGone,
  noteTold,
  selectConditions,
} from './conditions.queries.ts';
import { conditions, isLasting } from './conditions.service.ts';
import { postAlert, readSecondWay } from './second-way.service.ts';
import { type Asked, asked, noteOrderlyEnd, noteStart, watchedFinders } from './watched.service.ts';

const ROUND_MS = 30_000;
const DEFAULT_MINUTES = 5;
/**
 * While nobody was told, a condition found this recently counts as lasting: processes do not look
 * at the same moment.
 */
const GAP_MS = 2 * MINUTE_MS;
/** How long a failed alert is tried again. */
const MAX_POSTING_MS = HOUR_MS;

type Told = { condition: string; entry: ConditionEntry; state: Alert['state'] };
type Posting = { alert: Alert; since: number };
/** What a process needs while the database is away. */
type Known = { shop: string; way: SecondWay };

export function startWatch(ctx: Context): Job {
  const watch = createWatch(ctx);
  let start: string | null = null;
  const job = startJob('conditions', ROUND_MS, ctx.log, async () => {
    start ??= await noteStart(ctx);
    await watch();
  });
  // If the database is lost, the shop ends too; this end then does not count as orderly.
  const noteEnd = async () => {
    if (start !== null) await noteOrderlyEnd(ctx, start);
  };
  return withLast(job, noteEnd, ctx.log);
}

/** @returns one round of looking and telling. */
export function createWatch(
  ctx: Context,
  world: Asked = asked,
  post: PostPublicly = postPublicly,
): () => Promise<void> {
  const watched = watchedFinders(ctx, world);
  const now = () => ctx.clock.now().getTime();
  let known: Known = { shop: 'Druse', way: null };
  let postings: Posting[] = [];
  /** What keeps the table itself from being written. */
  let outage: { condition: 'databaseAway' | 'cannotWrite'; since: number; isTold: boolean } | null =
    null;

  const alertOf = ({ condition, entry: { sentence, wayOut }, state }: Told): Alert => {
    return {
      shop: known.shop,
      condition,
      state,
      title: state === 'began' ? sentence : `Over: ${sentence}`,
      text: state === 'began' ? wayOut : 'This is over.',
    };
  };
  const addPosting = (told: Told) => {
    if (known.way !== null) postings.push({ alert: alertOf(told), since: now() });
  };

  async function postAll(): Promise<void> {
    const due = postings.filter(({ since }) => now() - since < MAX_POSTING_MS);
    postings = [];
    if (known.way === null) return;
    for (const posting of due) {
      const status = await postAlert(known.way, posting.alert, post).catch((err: unknown) => {
        ctx.log.warn({ err }, 'an alert could not be posted');
        return 0;
      });
      if (status < 200 || status > 299) postings.push(posting);
    }
  }

  const find = async (condition: string): Promise<boolean> =>
    condition in watched ? watched[condition as keyof typeof watched]() : isLasting(ctx, condition);

  async function round(): Promise<void> {
    const settings = await readSettings(ctx);
    known = { shop: settings.general.siteTitle, way: await readSecondWay(ctx) };
    const noted = new Map((await selectConditions(ctx.db)).map((row) => [row.name, row]));
    const found = new Set<string>();
    for (const condition of conditions.keys()) if (await find(condition)) found.add(condition);
    const isMailBroken = [...found].some(silencesMail);
    if (outage?.isTold)
      await tell(
        { condition: outage.condition, entry: conditionTable[outage.condition], state: 'over' },
        true,
      );
    outage = null;
    for (const [condition, entry] of conditions) {
      const row = noted.get(condition);
      const told = await inStep(condition, entry, found.has(condition), row);
      if (told)
        await tell({ condition, entry, state: told }, isMailBroken || silencesMail(condition));
    }
  }

  /** @returns what this process is to tell. */
  async function inStep(
    condition: string,
    { toldAfter = DEFAULT_MINUTES, overAfter = DEFAULT_MINUTES }: ConditionEntry,
    isFound: boolean,
    row: { began_at: string; told_at: string | null; ended_at: string | null } | undefined,
  ): Promise<Alert['state'] | null> {
    const at = instantOf(ctx.clock);
    if (isFound) {
      if (!row || row.ended_at !== null)
        await perform(ctx, 'system', ({ tx }) => noteCondition(tx, condition, at));
      const since = Date.parse(row?.began_at ?? at);
      if (row?.told_at != null || now() - since < toldAfter * MINUTE_MS) return null;
      return (await perform(ctx, 'system', ({ tx }) => noteTold(tx, condition, at)))
        ? 'began'
        : null;
    }
    if (!row) return null;
    if (row.ended_at === null)
      await perform(ctx, 'system', ({ tx }) => noteGone(tx, condition, at));
    const goneMs = row.told_at === null ? GAP_MS : overAfter * MINUTE_MS;
    const forgotten = await perform(ctx, 'system', ({ tx }) =>
      forgetCondition(tx, condition, new Date(now() - goneMs).toISOString()),
    );
    return forgotten?.told_at == null ? null : 'over';
  }

  async function tell(told: Told, isMailBroken: boolean): Promise<void> {
    const { condition, entry, state } = told;
    if (entry.isNews) ctx.log.info({ condition, state }, 'news for the owner');
    else
      ctx.log[state === 'began' ? 'error' : 'info'](
        { condition },
        state === 'began' ? 'trouble began' : 'trouble is over',
      );
    const canMail = await hasMailServer(ctx);
    if (!canMail || isMailBroken) addPosting(told);
    // An email would tell too late what is wrong with email itself.
    const isForMail = !silencesMail(condition) || (state === 'over' && known.way === null);
    if (!canMail || !isForMail) return;
    const about = { sentence: entry.sentence, wayOut: entry.wayOut };
    const kind = state === 'began' ? 'trouble_began' : 'trouble_over';
    await perform(ctx, 'system', (act) => queueMail(act, { kind, about, other: null }));
  }

  /**
   * Without the table this process tells by itself, and only by the second way.
   * @throws if the database is well.
   */
  async function noteOutage(error: unknown): Promise<void> {
    const condition = failureOf(error) === 'unavailable' ? 'databaseAway' : 'cannotWrite';
    if (condition === 'cannotWrite' && (await ctx.writeProblem()) === null) throw error;
    outage ??= { condition, since: now(), isTold: false };
    const entry: ConditionEntry = conditionTable[outage.condition];
    const { toldAfter = DEFAULT_MINUTES } = entry;
    if (outage.isTold || now() - outage.since < toldAfter * MINUTE_MS) return;
    outage.isTold = true;
    ctx.log.error({ condition: outage.condition }, 'trouble began');
    addPosting({ condition: outage.condition, entry, state: 'began' });
  }

  return async () => {
    try {
      await round();
    } catch (error) {
      await noteOutage(error);
    } finally {
      await postAll();
    }
  };
}
