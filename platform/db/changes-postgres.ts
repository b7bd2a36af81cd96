/**
 * Triggers log every change in its own transaction; notifications only wake the others to read that
 * log, and a poll every two seconds reads it anyway, so no change is lost.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { ChangedRow, ChangeFeed, FollowOptions } from './change-feed.ts';
import type { Db } from './db.ts';
import { limitSession } from './postgres.ts';

const CHANNEL = 'druse_changes';
const POLL_MS = 2_000;
const RETRY_MS = 500;
const BATCH_MS = 5;
const CLEANUP_EVERY_MS = 60_000;

/**
 * Reads what the last snapshot did not show, each row once, however long another transaction lasts.
 * Rows of a dump from another server may have ids yet to be reached: nothing is new in them.
 */
const READ = `
  select s.snapshot::text as snapshot, c.id, c.changed_table as "table", c.key
  from (select pg_current_snapshot() as snapshot) s
  left join change_log c on c.xid >= pg_snapshot_xmin($1::pg_snapshot) and c.xid < pg_snapshot_xmax(s.snapshot)
    and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)`;
/**
 * Who has cached nothing starts at the log's end: after an import it holds more rows than can be
 * read in time.
 */
const READ_END = 'select pg_current_snapshot()::text as snapshot';
const CLEANUP_ROWS = 20_000;
/** Deletes some at a time, as the log may be too long for one statement. */
const CLEANUP = `
  delete from change_log where id in (
    select id from change_log where created_at < now() - interval '10 minutes' order by id limit ${CLEANUP_ROWS}
  )`;
/** The keys contain visitors' IP addresses, and nobody else deletes them. */
const HITS_CLEANUP = 'delete from rate_limit_hits where ends_at < now()';

type LogRow = { snapshot: string; id: string | null; table: string; key: string };

export async function followPostgres(
  db: Db,
  databaseUrl: string,
  { onChange, onError, pollMs = POLL_MS }: FollowOptions,
): Promise<ChangeFeed> {
  const bell = createBell();
  let isStopping = false;
  let feed = await open();
  let announcing: NodeJS.Timeout | undefined;

  async function open() {
    // The next poll finds a connection that has gone silent.
    const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 6_000, keepAlive: true };
    const client = new pg.Client({ connectionString: databaseUrl, ...timeouts });
    const opened = { client, isLost: false, snapshot: '' };
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
    try {
      await client.connect();
      await limitSession(client, 'read');
      await client.query(`listen ${CHANNEL}`);
      const { rows } = await client.query<Pick<LogRow, 'snapshot'>>(READ_END);
      opened.snapshot = rows[0]?.snapshot ?? opened.snapshot;
      return opened;
    } catch (error) {
      endConnection(client);
      throw error;
    }
  }

  async function reopen(): Promise<void> {
    endConnection(feed.client);
    while (!isStopping) {
      try {
        feed = await open();
        // Anything may have changed meanwhile: this may even be another server.
        return onChange([null]);
      } catch (error) {
        onError(error);
        await setTimeout(RETRY_MS);
      }
    }
  }

  async function follow(): Promise<void> {
    let cleanedAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      await bell.heard(pollMs);
      if (isStopping) return;
      try {
        if (feed.isLost) throw new Error('The connection that follows changes was lost');
        const rows = await readNew(feed);
        if (rows.length > 0) onChange(rows);
        if (performance.now() - cleanedAt > CLEANUP_EVERY_MS) {
          await feed.client.query(HITS_CLEANUP);
          const { rowCount } = await feed.client.query(CLEANUP);
          // The next round deletes what is left.
          if ((rowCount ?? 0) < CLEANUP_ROWS) cleanedAt = performance.now();
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
      announcing ??= globalThis.setTimeout(() => {
        announcing = undefined;
        sql`select pg_notify(${CHANNEL}, '')`.execute(db).catch(onError);
      }, BATCH_MS);
    },
    async close() {
      clearTimeout(announcing);
      isStopping = true;
      bell.ring();
      await following;
      feed.client.removeAllListeners('end');
      endConnection(feed.client);
    },
  };
}

/** Nobody waits for the end: a frozen server would never confirm it. */
function endConnection(client: pg.Client): void {
  client.end().catch(() => {});
}

async function readNew(feed: { client: pg.Client; snapshot: string }): Promise<ChangedRow[]> {
  const { rows } = await feed.client.query<LogRow>(READ, [feed.snapshot]);
  feed.snapshot = rows[0]?.snapshot ?? feed.snapshot;
  const newRows = rows.filter((row) => row.id !== null);
  return [
    ...new Map(newRows.map(({ table, key }) => [`${table} ${key}`, { table, key }])).values(),
  ];
}

/** A ring while nobody waits ends the next wait at once. */
function createBell() {
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
