/**
 * Counts visitors without cookies, and without storing anything of them. An IP address and a browser's name become one of 16,384 marks, by a random salt
 * of the day; how many marks are set tells how many visitors came. A mark is many people's, and once the day is over the salt and the marks are gone.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { matchPage } from '#contract/storefront/page-matching.ts';
import { pages } from '#contract/storefront/pages.ts';
import type { Context } from '#server/context.ts';
import { SESSION_COOKIE } from '#server/features/admin/auth/auth.service.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { forwardedAddress } from '#server/platform/http/forwarded.ts';
import { ipAddressOf } from '#server/platform/http/ip-address.ts';
import { type Job, startJob, withLast } from '#server/platform/jobs/job.ts';
import { clearMarksBefore, deleteDaysBefore, selectVisitorDay, sumVisitors, upsertVisitorDay } from './visitors.queries.ts';

const MARKS = 2 ** 14;
const EVERY_MS = 60_000;
/** Visitors of a minute; beyond, the shop has other worries than to count them. */
const MAX_SEEN = 20_000;
const KEPT_DAYS = 35;

/** Programs that say so; those that look like a browser are counted. */
const ROBOT = /bot|crawl|spider|slurp|preview|fetch|monitor|headless|curl|wget|python|scan/i;

type Watched = Pick<Context, 'db' | 'dialect' | 'clock' | 'log'>;

/** The day, in UTC, that many days ago. */
const dayOf = (now: Date, daysAgo = 0): string => new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Whether a request is somebody opening a public page, who is not the admin. */
export function isVisit({ method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return false;
  const what = headers['sec-fetch-dest'];
  const isPrefetch = headers['sec-purpose'] !== undefined || headers.purpose !== undefined;
  if ((what !== undefined && what !== 'document') || isPrefetch || headers.cookie?.includes(`${SESSION_COOKIE}=`)) return false;
  const browser = headers['user-agent'] ?? '';
  if (browser === '' || ROBOT.test(browser)) return false;
  const page = matchPage(url.split('?', 1)[0] ?? '/');
  return page !== null && pages[page.name].access === 'everyone';
}

/** Counts who opens the server's pages, until it is stopped. */
export function countVisitors(server: Server, ctx: Watched & Pick<Context, 'config'>): Job {
  const counter = visitorCounter(ctx);
  server.on('request', (request: IncomingMessage, response) => {
    if (!isVisit(request)) return;
    const ip = forwardedAddress(request, ctx.config.trustProxy);
    response.once('finish', () => {
      if (response.statusCode === 200 || response.statusCode === 304) counter.see(ipAddressOf({ ip }), request.headers['user-agent'] ?? '');
    });
  });
  const store = () => counter.store();
  return withLast(startJob('visitors', EVERY_MS, ctx.log, store), store, ctx.log);
}

/** What one process has seen since it last stored it, which is at most a minute. */
export function visitorCounter(ctx: Watched) {
  let seen = new Set<string>();
  return {
    see(ipAddress: string, browser: string): void {
      if (seen.size < MAX_SEEN) seen.add(`${ipAddress}\n${browser}`);
    },
    /** Adds them to those of the other processes. They are forgotten even where that fails. */
    async store(): Promise<void> {
      const visitors = seen;
      seen = new Set();
      const now = ctx.clock.now();
      const day = dayOf(now);
      await inTransaction(ctx.db, async (tx) => {
        await clearMarksBefore(tx, day);
        if (visitors.size === 0) return;
        await lockNames(tx, ctx.dialect, ['visitors']);
        const row = await selectVisitorDay(tx, day);
        const salt = row?.salt ?? randomBytes(16).toString('base64');
        const marks = row?.marks ? Buffer.from(row.marks, 'base64') : Buffer.alloc(MARKS / 8);
        for (const visitor of visitors) setMark(marks, salt, visitor);
        await upsertVisitorDay(tx, { day, visitors: countOf(marks), salt, marks: marks.toString('base64') });
        await deleteDaysBefore(tx, dayOf(now, KEPT_DAYS));
      });
    },
  };
}

function setMark(marks: Buffer, salt: string, visitor: string): void {
  const mark = createHash('sha256').update(`${salt}\n${visitor}`).digest().readUInt32BE(0) % MARKS;
  marks[mark >> 3] = (marks[mark >> 3] ?? 0) | (1 << (mark & 7));
}

/** How many visitors have most likely left these marks: two may share one. */
function countOf(marks: Buffer): number {
  let unset = 0;
  for (const byte of marks) for (let bit = 0; bit < 8; bit += 1) unset += (byte >> bit) & 1 ? 0 : 1;
  return Math.round(-MARKS * Math.log(Math.max(unset, 1) / MARKS));
}

/** How many visitors came since the instant, each counted once a day. */
export const visitorsSince = (ctx: Pick<Context, 'db'>, since: string): Promise<number> => sumVisitors(ctx.db, since.slice(0, 10));
