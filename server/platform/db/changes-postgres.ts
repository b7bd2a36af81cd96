/**
 * Changes on PostgreSQL. Triggers write every change into a table within its own transaction; a notification only tells the others to read it, and a
 * round every two seconds reads it anyway. So nothing depends on a notification that arrives.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { ChangeFeed, FollowOptions, RowChange } from './changes.ts';
import type { Db } from './db.ts';

const CHANNEL = 'druse_changes';
const ROUND_MS = 2_000;
const RETRY_MS = 500;
/** Announcements within so many milliseconds become one. */
const GATHER_MS = 5;
const TIDY_EVERY_MS = 60_000;

/**
 * Everything committed since the snapshot before: a transaction that was running then has a number at or above that snapshot's lowest one. Rows of
 * transactions that had already ended by then may come again.
 */
const READ = `
  select s.xmin::text as xmin, c.id, c.changed_table as "table", c.key
  from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) s
  left join change_log c on c.xid >= $1::xid8`;
/** Also of the hits, whose keys contain visitors' IP addresses: nobody else deletes them. */
const TIDY = `
  delete from change_log where created_at < now() - interval '10 minutes';
  delete from rate_limit_hits where ends_at < now()`;

type Found = { xmin: string; id: string | null; table: string; key: string };

/** Follows the changes over a connection of its own, which is replaced whenever it is lost. */
export async function followPostgres(db: Db, databaseUrl: string, { onChange, onError }: FollowOptions): Promise<ChangeFeed> {
  const bell = makeBell();
  let isStopping = false;
  let feed = await open();
  let gathering: NodeJS.Timeout | undefined;

  async function open() {
    // A connection that has gone silent is found by its next round.
    const waits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000, keepAlive: true };
    const client = new pg.Client({ connectionString: databaseUrl, ...waits });
    const opened = { client, isLost: false, xmin: '0', seen: new Set<string | null>() };
    const lose = () => {
      opened.isLost = true;
      bell.ring();
    };
    client.on('notification', bell.ring);
    client.on('end', lose);
    client.on('error', (error) => {
      onError(error);
      lose();
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    await readInto(opened);
    return opened;
  }

  async function reopen(): Promise<void> {
    feed.client.end().catch(() => {});
    while (!isStopping) {
      try {
        feed = await open();
        // What happened meanwhile is not known: the server may be another one now.
        return onChange([null]);
      } catch (error) {
        onError(error);
        await setTimeout(RETRY_MS);
      }
    }
  }

  async function follow(): Promise<void> {
    let tidiedAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      await bell.heard(ROUND_MS);
      if (isStopping) return;
      try {
        if (feed.isLost) throw new Error('The connection that tells of changes was lost');
        const news = await readInto(feed);
        if (news.length > 0) onChange(news);
        if (performance.now() - tidiedAt > TIDY_EVERY_MS) {
          await feed.client.query(TIDY);
          tidiedAt = performance.now();
        }
      } catch (error) {
        onError(error);
        await reopen();
      }
    }
  }

  const following = follow();
  return {
    announce() {
      gathering ??= globalThis.setTimeout(() => {
        gathering = undefined;
        sql`select pg_notify(${CHANNEL}, '')`.execute(db).catch(onError);
      }, GATHER_MS);
    },
    async close() {
      clearTimeout(gathering);
      isStopping = true;
      bell.ring();
      await following;
      feed.client.removeAllListeners('end');
      await feed.client.end().catch(() => {});
    },
  };
}

/** Reads what has been committed since the last time, and remembers how far it came. */
async function readInto(feed: { client: pg.Client; xmin: string; seen: Set<string | null> }): Promise<RowChange[]> {
  const { rows } = await feed.client.query<Found>(READ, [feed.xmin]);
  const news = rows.filter((row) => row.id !== null && !feed.seen.has(row.id));
  feed.seen = new Set(rows.map((row) => row.id));
  feed.xmin = rows[0]?.xmin ?? feed.xmin;
  return [...new Map(news.map(({ table, key }) => [`${table} ${key}`, { table, key }])).values()];
}

/** Wakes the one who listens; a ring that nobody heard is heard at once by the next who listens. */
function makeBell() {
  let hasRung = false;
  let wake = () => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async heard(maxMs: number): Promise<void> {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = globalThis.setTimeout(resolve, maxMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
}
