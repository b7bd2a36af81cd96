/** PostgreSQL ends what was deleted by itself (`autovacuum`). */

import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { DAY_MS } from '#core/contract/durations.ts';
import type { Clock } from '#platform/clock.ts';
import { formerDatabaseOf } from '#platform/storage/leftovers.ts';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

type Opened = { db: Db; dialect: Dialect };
type OpenedWithLog = Opened & { log: { warn(what: object, message: string): void } };

/**
 * A file's `user_version` is the day, counted from 1970, of its last rewrite. 0: it waits for that,
 * as earlier versions of the shop left it. A new file has nothing to overwrite.
 */
export const NEW_FILE = 1;
const WAITS = 0;
const dayOf = (clock: Clock): number => Math.floor(clock.now().getTime() / DAY_MS);

/**
 * A file up to this size is rewritten while the shop runs, which serves nobody for half a second.
 */
const REWRITTEN_AT_ONCE_BYTES = 64_000_000;

/**
 * Empties `shop.db-wal`, where a row stays readable until overwritten. While a reader, such as a
 * backup, needs it, the log stays until the next call, ten minutes later.
 */
export async function emptyLog({ db, dialect, log }: OpenedWithLog): Promise<void> {
  if (dialect === 'sqlite') await orWarn(log, () => truncateLog(db));
}

/**
 * Leaves no byte of what was deleted. Call it after an erasure's commit. `secure_delete` misses
 * copies that stay where SQLite moves a row to another page: those end with a rewritten file. A
 * large file is left to the next start, and a failure to the next round. What an upgrade has kept
 * goes.
 */
export async function overwriteDeleted(
  opened: OpenedWithLog & { clock: Clock },
  atOnceBytes = REWRITTEN_AT_ONCE_BYTES,
): Promise<void> {
  if (opened.dialect === 'postgres') return;
  await orWarn(opened.log, async () =>
    rmSync(formerDatabaseOf(path.dirname(await fileOf(opened.db))), { force: true }),
  );
  await overwrite(opened, atOnceBytes);
}

async function overwrite(
  { db, log, clock }: OpenedWithLog & { clock: Clock },
  atOnceBytes = REWRITTEN_AT_ONCE_BYTES,
): Promise<void> {
  await orWarn(log, async () => {
    if ((await rewrittenOn(db)) !== WAITS) await setRewritten(db, WAITS);
    if (statSync(await fileOf(db)).size <= atOnceBytes) await rewrite(db, clock);
    await truncateLog(db);
  });
}

/** Only empties the log of a file that was rewritten today. */
export async function overwriteDaily(opened: OpenedWithLog & { clock: Clock }): Promise<void> {
  if (opened.dialect === 'postgres') return;
  if ((await rewrittenOn(opened.db)) === dayOf(opened.clock)) await emptyLog(opened);
  else await overwrite(opened);
}

/**
 * Takes a second for some hundred megabytes. After a failure, as on a full disk, the next start
 * tries again.
 * @param say is told before and after, or that it failed.
 */
export async function rewriteWhereDue(
  { db, dialect }: Opened,
  clock: Clock,
  say: (message: string) => void,
): Promise<void> {
  if (dialect === 'postgres' || (await rewrittenOn(db)) !== WAITS) return;
  const file = await fileOf(db);
  const startedAt = performance.now();
  say(
    `Rewriting ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB) without the data that were deleted from it.`,
  );
  try {
    await rewrite(db, clock);
    await truncateLog(db);
    say(`Rewritten in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  } catch (error) {
    say(
      `It could not be rewritten: ${error instanceof Error ? error.message : error}. The next start tries again.`,
    );
  }
}

async function rewrite(db: Db, clock: Clock): Promise<void> {
  await sql`vacuum`.execute(db);
  await setRewritten(db, dayOf(clock));
}

async function truncateLog(db: Db): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

async function orWarn(log: OpenedWithLog['log'], overwrite: () => Promise<void>): Promise<void> {
  try {
    await overwrite();
  } catch (err) {
    log.warn({ err }, 'deleted data were not overwritten');
  }
}

async function rewrittenOn(db: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  return rows[0]?.user_version ?? WAITS;
}

async function setRewritten(db: Db, day: number): Promise<void> {
  await sql`pragma user_version = ${sql.lit(day)}`.execute(db);
}

export async function fileOf(db: Db): Promise<string> {
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]?.file ?? '';
}
