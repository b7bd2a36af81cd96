/**
 * The copy has a database of its own: locks and notifications of one are not those of the other.
 */
import pg from 'pg';
import { Problem } from '#core/contract/problems.ts';
import { copyRows } from '#features/backup/server/restore.service.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/open.ts';
import { handleFor } from '#platform/db/purposes.ts';

const FORBIDDEN = '42501';
/**
 * With these codes PostgreSQL, or PgBouncer, lets nobody into a database: it is not on a list
 * there, or not for this user.
 */
const REFUSED = ['08P01', '28000', '28P01', '3D000', FORBIDDEN];
/** Only databases with this comment are ever removed. */
const MARK = 'A copy that druse upgrade tries a release on';
/**
 * Its limit of connections, out of reach, marks it from its first moment: a kill may come before
 * the comment, which is a statement of its own.
 */
const LIMIT = 740_074;

type Tried<T> = { result: T } | { obstacle: string };

const MAY_NOT_CREATE =
  'The user of DATABASE_URL may create no database. ALTER ROLE … CREATEDB lets it.';

/**
 * Removes the copy afterwards.
 * @param databaseUrl of the data, which others go on reading and writing.
 * @returns what is in the way where there can be no copy.
 */
export async function withDatabaseCopy<T>(
  databaseUrl: string,
  work: (copyUrl: string) => Promise<T>,
): Promise<Tried<T>> {
  return connected(databaseUrl, async (client) => {
    const { rows } = await client.query(`
      select datname as name, quote_literal(pg_encoding_to_char(encoding)) as encoding, quote_literal(datcollate) as collate, quote_literal(datctype) as ctype
      from pg_database where datname = current_database()`);
    const name = `${rows[0].name}_rehearsal`;
    if (!(await lock(client, name)))
      throw new Problem(
        'state_conflict',
        'Another machine of this shop is being upgraded. Wait until that is over.',
      );
    await removeCopy(client, name);
    const { encoding, collate, ctype } = rows[0];
    try {
      await client.query(
        `create database ${client.escapeIdentifier(name)} template template0 encoding ${encoding} lc_collate ${collate} lc_ctype ${ctype} connection limit ${LIMIT}`,
      );
    } catch (error) {
      if ((error as { code?: string }).code === FORBIDDEN) return { obstacle: MAY_NOT_CREATE };
      throw error;
    }
    try {
      await client.query(
        `comment on database ${client.escapeIdentifier(name)} is ${client.escapeLiteral(MARK)}`,
      );
      const copyUrl = new URL(databaseUrl);
      copyUrl.pathname = `/${encodeURIComponent(name)}`;
      const refusal = await refusalOf(copyUrl.href);
      if (refusal !== null)
        return {
          obstacle: `The user of DATABASE_URL may not connect to ${name} (${refusal}). Allow it in pg_hba.conf, or in PgBouncer’s list of databases.`,
        };
      await copyInto(databaseUrl, copyUrl.href);
      return { result: await work(copyUrl.href) };
    } finally {
      await removeCopy(client, name).catch(async () => {
        // Most likely the connection was lost, which may show only now.
        await client.end();
        await removeAnew(databaseUrl, name);
      });
    }
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  // Without a listener the process would end here, and the copy stay.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Uses another connection, as the lock went with the first. If another has the lock now, it has
 * replaced the copy.
 */
const removeAnew = (databaseUrl: string, name: string): Promise<void> =>
  connected(databaseUrl, async (client) => {
    if (await lock(client, name)) await removeCopy(client, name);
  });

/** Null where the server lets us in. */
async function refusalOf(url: string): Promise<string | null> {
  try {
    await connected(url, async () => {});
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code && REFUSED.includes(code)) return message;
    throw error;
  }
}

/** Lasts as long as the connection. @returns false where another has the name. */
async function lock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isOurs"',
    [name],
  );
  return rows[0].isOurs;
}

/**
 * Also removes what a killed upgrade has left.
 * @throws Problem where the name is another's.
 */
async function removeCopy(client: pg.Client, name: string): Promise<void> {
  const found = await client.query(
    `select datconnlimit as limit, shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
    [name],
  );
  if (found.rows.length === 0) return;
  const { limit, comment } = found.rows[0];
  if (limit !== LIMIT && comment !== MARK)
    throw new Problem(
      'state_conflict',
      `The copy needs the name ${name}, which another database has. Rename that one, or remove it.`,
    );
  await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`);
}

async function copyInto(databaseUrl: string, copyUrl: string): Promise<void> {
  const source = await openDatabase({ databaseUrl, dataDir: '' });
  const target = await openDatabase({ databaseUrl: copyUrl, dataDir: '' });
  try {
    await migrate(handleFor(target.db, 'migration'), target.dialect);
    await copyRows(source, target);
  } finally {
    await target.close();
    await source.close();
  }
}
