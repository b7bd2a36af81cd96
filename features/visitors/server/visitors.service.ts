/**
 * Uses no cookies, and stores nothing of visitors. A random salt of the day makes an IP address and
 * a browser's name one of 16,384 marks; how many marks are set tells how many visitors came. A mark
 * is many people's, and salt and marks go when the day is over.
 */

import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { DAY_MS } from '#core/contract/durations.ts';
import { matchPage } from '#core/contract/storefront/page-matching.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { SESSION_COOKIE } from '#core/server/admin/auth/auth.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { lockNames } from '#platform/db/locks.ts';
import { forwardedAddress } from '#platform/http/forwarded.ts';
import { ipAddressOf } from '#platform/http/ip-address.ts';
import { type Job, startJob, withLast } from '#platform/jobs/job.ts';
import {
  clearMarksBefore,
  deleteDaysBefore,
  selectVisitorDay,
  sumVisitors,
  upsertVisitorDay,
} from './visitors.queries.ts';

const MARKS = 2 ** 14;
const EVERY_MS = 60_000;
/** Visitors of a minute; beyond, the shop has other worries than to count them. */
const MAX_SEEN = 20_000;
const KEPT_DAYS = 35;

/** Programs that say so; those that look like a browser are counted. */
const ROBOT = /bot|crawl|spider|slurp|preview|fetch|monitor|headless|curl|wget|python|scan/i;

type Watched = Pick<Context, 'db' | 'dialect' | 'clock' | 'log'>;

/** In UTC. */
const dayOf = (now: Date, daysAgo = 0): string =>
  new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Only opening a public page counts, and not the admin's. */
export function isVisit({
  method,
  url = '/',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return false;
  const what = headers['sec-fetch-dest'];
  const isPrefetch = headers['sec-purpose'] !== undefined || headers.purpose !== undefined;
  if (
    (what !== undefined && what !== 'document') ||
    isPrefetch ||
    headers.cookie?.includes(SESSION_COOKIE)
  )
    return false;
  const browser = headers['user-agent'] ?? '';
  if (browser === '' || ROBOT.test(browser)) return false;
  const page = matchPage(url.split('?', 1)[0] ?? '/');
  return page !== null && pages[page.name].access === 'everyone';
}

export function countVisitors(server: Server, ctx: Watched & Pick<Context, 'config'>): Job {
  const counter = visitorCounter(ctx);
  server.on('request', (request: IncomingMessage, response) => {
    if (!isVisit(request)) return;
    const ip = forwardedAddress(request, ctx.config.trustProxy);
    response.once('finish', () => {
      if (response.statusCode === 200 || response.statusCode === 304)
        counter.see(ipAddressOf({ ip }), request.headers['user-agent'] ?? '');
    });
  });
  const store = () => counter.store();
  return withLast(startJob('visitors', EVERY_MS, ctx.log, store), store, ctx.log);
}

/** Holds what one process has seen, for a minute. */
export function visitorCounter(ctx: Watched) {
  let seen = new Set<string>();
  return {
    see(ipAddress: string, browser: string): void {
      if (seen.size < MAX_SEEN) seen.add(`${ipAddress}\n${browser}`);
    },
    /** Adds to what other processes have stored. Forgets the visitors even if that fails. */
    async store(): Promise<void> {
      const visitors = seen;
      seen = new Set();
      const now = ctx.clock.now();
      const day = dayOf(now);
      await perform(ctx, 'system', async ({ tx, dialect }) => {
        await clearMarksBefore(tx, day);
        if (visitors.size === 0) return;
        await lockNames(tx, dialect, ['visitors']);
        const row = await selectVisitorDay(tx, day);
        const salt = row?.salt ?? randomBytes(16).toString('base64');
        const marks = row?.marks ? Buffer.from(row.marks, 'base64') : Buffer.alloc(MARKS / 8);
        for (const visitor of visitors) setMark(marks, salt, visitor);
        await upsertVisitorDay(tx, {
          day,
          visitors: countOf(marks),
          salt,
          marks: marks.toString('base64'),
        });
        await deleteDaysBefore(tx, dayOf(now, KEPT_DAYS));
      });
    },
  };
}

function setMark(marks: Buffer, salt: string, visitor: string): void {
  const mark = createHash('sha256').update(`${salt}\n${visitor}`).digest().readUInt32BE(0) % MARKS;
  marks[mark >> 3] = (marks[mark >> 3] ?? 0) | (1 << (mark & 7));
}

/** The most likely number of visitors: two may share a mark. */
function countOf(marks: Buffer): number {
  let unset = 0;
  for (const byte of marks) for (let bit = 0; bit < 8; bit += 1) unset += (byte >> bit) & 1 ? 0 : 1;
  return Math.round(-MARKS * Math.log(Math.max(unset, 1) / MARKS));
}

/** Counts each visitor once a day. */
export const visitorsSince = (ctx: Pick<Context, 'db'>, since: string): Promise<number> =>
  sumVisitors(ctx.db, since.slice(0, 10));
