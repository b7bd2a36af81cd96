/** Asks the database and the bucket, if they are other machines. */
import { isLoopback } from '#core/server/config.ts';
import type { Context } from '#core/server/context.ts';
import { selectDatabaseTime } from './doctor.queries.ts';

const TIMEOUT_MS = 5_000;

/** Positive if this clock is ahead; null: nobody can be asked. */
export async function clockOffsetMs({
  config,
  db,
  dialect,
  clock,
}: Pick<Context, 'config' | 'db' | 'dialect' | 'clock'>): Promise<number | null> {
  const { databaseUrl, bucket } = config;
  if (dialect === 'postgres' && databaseUrl !== null && !isLoopback(new URL(databaseUrl).hostname))
    return clock.now().getTime() - (await selectDatabaseTime(db)).getTime();
  if (bucket === null || isLoopback(new URL(bucket.url).hostname)) return null;
  try {
    const { headers } = await fetch(bucket.url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const time = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(time) ? null : clock.now().getTime() - time;
  } catch {
    return null;
  }
}
