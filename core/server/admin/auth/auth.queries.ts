import type { Db, Tx } from '#platform/db/db.ts';

export type User = { id: number; username: string; passwordHash: string; isDemo: boolean };

const columns = ['id', 'username', 'password_hash as passwordHash', 'is_demo as isDemo'] as const;

export const selectUser = (db: Db | Tx, username: string): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('username', '=', username).executeTakeFirst();

export const selectUserById = (db: Db | Tx, id: number): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();

/** The admin is the first user. */
export const selectAdmin = (db: Db | Tx): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).orderBy('id').limit(1).executeTakeFirst();

export const selectDemoUser = (db: Db | Tx): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('is_demo', '=', true).limit(1).executeTakeFirst();

export async function insertUser(tx: Tx, user: Omit<User, 'id'>, now: string): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      username: user.username,
      password_hash: user.passwordHash,
      is_demo: user.isDemo,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function updateUser(
  tx: Tx,
  { id, username, passwordHash, isDemo }: User,
  now: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ username, password_hash: passwordHash, is_demo: isDemo, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export type Session = {
  userId: number;
  username: string;
  isDemo: boolean;
  lastSeenAt: string;
  confirmedAt: string | null;
};

/** A session lives if it was used after `usedSince` and began after `begunSince`. */
export type Lifetime = { usedSince: string; begunSince: string };

/** @returns undefined if it has ended. */
export const selectSession = (
  db: Db,
  tokenHash: string,
  { usedSince, begunSince }: Lifetime,
): Promise<Session | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'user_id as userId',
      'username',
      'is_demo as isDemo',
      'last_seen_at as lastSeenAt',
      'confirmed_at as confirmedAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('last_seen_at', '>', usedSince)
    .where('sessions.created_at', '>', begunSince)
    .executeTakeFirst();

export async function insertSession(
  tx: Tx,
  tokenHash: string,
  {
    userId,
    proofId,
    device,
    network,
  }: { userId: number; proofId: number | null; device: string; network: string },
  now: string,
): Promise<void> {
  const times = { created_at: now, last_seen_at: now, confirmed_at: now };
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      passkey_id: proofId,
      ...times,
      device,
      network,
    })
    .execute();
}

export async function touchSession(db: Db, tokenHash: string, now: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Locks it against its end. @returns whether it is still there. */
export async function lockSession(tx: Tx, tokenHash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set((eb) => ({ last_seen_at: eb.ref('last_seen_at') }))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteSession(db: Db | Tx, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function confirmSession(db: Db | Tx, tokenHash: string, now: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export const selectSessions = (db: Db | Tx, userId: number, { usedSince, begunSince }: Lifetime) =>
  db
    .selectFrom('sessions')
    .select([
      'token_hash as tokenHash',
      'device',
      'network',
      'last_seen_at as lastSeenAt',
      'passkey_id as proofId',
    ])
    .where('user_id', '=', userId)
    .where('last_seen_at', '>', usedSince)
    .where('created_at', '>', begunSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();

export async function deleteEndedSessions(
  db: Db,
  { usedSince, begunSince }: Lifetime,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((e) => e.or([e('last_seen_at', '<=', usedSince), e('created_at', '<=', begunSince)]))
    .execute();
}

/** @param tokenHash the session to keep; null: ends all. */
export async function deleteOtherSessions(
  tx: Tx,
  userId: number,
  tokenHash: string | null,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', tokenHash ?? '')
    .execute();
}

/** Keeps the given session. */
export async function deleteSessionsBegunBy(
  tx: Tx,
  userId: number,
  proofId: number,
  tokenHash: string,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('passkey_id', '=', proofId)
    .where('token_hash', '!=', tokenHash)
    .execute();
}

/** Maps each network to its last login. */
export async function selectLoginNetworks(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('login_networks').selectAll().execute();
  return new Map(rows.map(({ network, last_login_at }) => [network, last_login_at]));
}

export async function upsertLoginNetwork(tx: Tx, network: string, now: string): Promise<void> {
  await tx
    .insertInto('login_networks')
    .values({ network, last_login_at: now })
    .onConflict((conflict) => conflict.column('network').doUpdateSet({ last_login_at: now }))
    .execute();
}

export async function deleteLoginNetworks(db: Db, until: string): Promise<void> {
  await db.deleteFrom('login_networks').where('last_login_at', '<=', until).execute();
}

/** null: attempts from everywhere. */
export type AttemptsFrom = { column: 'ip_address' | 'network'; value: string } | null;

/** Times of attempts, newest first. */
export async function selectAttempts(
  tx: Tx,
  kind: string,
  from: NonNullable<AttemptsFrom>,
  since: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('login_attempts')
    .select('created_at')
    .where('username', '=', kind)
    .where(from.column, '=', from.value)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

export async function countAttempts(
  tx: Tx,
  kind: string,
  from: AttemptsFrom,
  since: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom('login_attempts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('username', '=', kind)
    .where('created_at', '>', since)
    .$if(from !== null, (query) => query.where(from?.column ?? 'network', '=', from?.value ?? ''))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertAttempt(
  tx: Tx,
  kind: string,
  { ipAddress, network }: { ipAddress: string; network: string },
  now: string,
): Promise<number> {
  const values = { username: kind, ip_address: ipAddress, network, created_at: now };
  const { id } = await tx
    .insertInto('login_attempts')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteAttempt(db: Db, id: number): Promise<void> {
  await db.deleteFrom('login_attempts').where('id', '=', id).execute();
}

export async function deleteAttempts(db: Db, kind: string, ipAddress: string): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('username', '=', kind)
    .where('ip_address', '=', ipAddress)
    .execute();
}

export async function deleteAllAttempts(tx: Tx, kind: string): Promise<void> {
  await tx.deleteFrom('login_attempts').where('username', '=', kind).execute();
}

export async function deleteOldAttempts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('created_at', '<=', before).execute();
}
