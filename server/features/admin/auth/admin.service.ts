import { passwordRule } from '#contract/admin/auth.ts';
import { Problem } from '#contract/problems.ts';
import { DEMO_PASSWORD } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { activityEvent } from './activity.service.ts';
import { deleteAllAttempts, deleteOtherSessions, insertUser, selectAdmin, selectUser, updateUser } from './auth.queries.ts';
import { PASSWORDS } from './credentials.service.ts';
import { deletePasskeys, selectPasskeys } from './passkeys.queries.ts';
import { weaknessOf } from './password-strength.ts';
import { hashPassword } from './passwords.ts';

/**
 * Creates the admin's account at the first start, with ADMIN_PASSWORD or the demo password. As long as it has the demo
 * password, ADMIN_USER and ADMIN_PASSWORD change the account; after that only the admin does.
 * @returns the demo credentials as long as they are valid, else null.
 */
export async function ensureAdmin(ctx: Context): Promise<{ username: string; password: string } | null> {
  const { adminUser, adminPassword } = ctx.config;
  const admin = await selectAdmin(ctx.db);
  if (!admin || (admin.isDemo && (adminPassword !== null || admin.username !== adminUser))) {
    const account = {
      username: adminUser,
      passwordHash: await hashPassword(adminPassword ?? DEMO_PASSWORD),
      isDemo: adminPassword === null,
    };
    const now = instantOf(ctx.clock);
    await inTransaction(ctx.db, async (tx) => {
      // If two processes start at once, the second finds the account of the first.
      await lockNames(tx, ctx.dialect, ['owner']);
      const found = await selectAdmin(tx);
      if (found && !found.isDemo) return;
      if (!found) return insertUser(tx, account, now);
      await updateUser(tx, { id: found.id, ...account }, now);
      // Someone who tried the demo may have left one.
      await deletePasskeys(tx, found.id);
      await deleteOtherSessions(tx, found.id, null);
      await addEvents(tx, [{ at: now, actor: 'system', kind: 'owner_changed_by_configuration' }]);
    });
  }
  const isDemo = (await selectAdmin(ctx.db))?.isDemo ?? false;
  return isDemo ? { username: adminUser, password: DEMO_PASSWORD } : null;
}

/** Whether the admin has replaced the demo password. */
export const hasOwnPassword = async (ctx: Context): Promise<boolean> => (await selectAdmin(ctx.db))?.isDemo === false;

/** @throws Problem invalid_input if the password is too short, the published one, or easy to guess. */
export async function checkNewPassword(password: string, username: string): Promise<void> {
  const isDemo = password === DEMO_PASSWORD;
  const message = isDemo
    ? 'This password is public. Please choose another one'
    : (passwordRule.safeParse(password).error?.issues[0]?.message ?? (await weaknessOf(password, username)));
  if (message === null) return;
  throw new Problem('invalid_input', message, { issues: [{ path: 'newPassword', message }] });
}

/** @throws ConfigurationError if ADMIN_PASSWORD is about to become the account's password, and is easy to guess. */
export async function refuseWeakPassword(ctx: Pick<Context, 'db' | 'config'>): Promise<void> {
  const { adminPassword, adminUser } = ctx.config;
  if (adminPassword === null || (await selectAdmin(ctx.db))?.isDemo === false) return;
  const weakness = await weaknessOf(adminPassword, adminUser);
  if (weakness !== null) throw new ConfigurationError([`ADMIN_PASSWORD must be hard to guess. ${weakness}`]);
}

/**
 * Sets an account's password from the command line: ends its sessions, clears its failed attempts and leaves the demo
 * mode. The shop may run meanwhile.
 * @param username null: the admin. @param remaining the passkeys that go on logging in; null: all of them.
 * @returns the user name, and the names of the passkeys that were removed. @throws Problem not_found, invalid_input.
 */
export async function setPassword(
  ctx: Pick<Context, 'db' | 'clock'>,
  username: string | null,
  password: string,
  remaining: readonly number[] | null = null,
): Promise<{ username: string; removed: string[] }> {
  await checkNewPassword(password, username ?? 'admin');
  const passwordHash = await hashPassword(password);
  const now = instantOf(ctx.clock);
  return inTransaction(ctx.db, async (tx) => {
    const user = username === null ? await selectAdmin(tx) : await selectUser(tx, username);
    if (!user) throw new Problem('not_found', await noSuchAccount(tx, username));
    await updateUser(tx, { ...user, passwordHash, isDemo: false }, now);
    await deleteOtherSessions(tx, user.id, null);
    await deleteAllAttempts(tx, PASSWORDS);
    const removed = remaining ? await deletePasskeys(tx, user.id, remaining) : [];
    const removals = removed.map((passkey) => activityEvent(ctx, 'passkey_removed', null, { passkey }));
    await addEvents(tx, [...removals, activityEvent(ctx, 'password_set_by_command', null)]);
    return { username: user.username, removed };
  });
}

/** The passkeys of an account, oldest first. @param username null: the admin. @throws Problem not_found. */
export async function passkeysOf(
  ctx: Pick<Context, 'db'>,
  username: string | null,
): Promise<{ id: number; name: string; createdAt: string }[]> {
  return inTransaction(ctx.db, async (tx) => {
    const user = username === null ? await selectAdmin(tx) : await selectUser(tx, username);
    if (!user) throw new Problem('not_found', await noSuchAccount(tx, username));
    return (await selectPasskeys(tx, user.id)).map(({ id, name, created_at: createdAt }) => ({ id, name, createdAt }));
  });
}

/** Removes all passkeys of an account from the command line, and ends its sessions. @returns the user name, and how many there were. @throws Problem not_found. */
export async function removeAllPasskeys(
  ctx: Pick<Context, 'db' | 'clock'>,
  username: string | null,
): Promise<{ username: string; removed: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const user = username === null ? await selectAdmin(tx) : await selectUser(tx, username);
    if (!user) throw new Problem('not_found', await noSuchAccount(tx, username));
    const removed = (await deletePasskeys(tx, user.id)).length;
    await deleteOtherSessions(tx, user.id, null);
    await addEvents(tx, [{ at: instantOf(ctx.clock), actor: 'system', kind: 'passkeys_removed_by_command' }]);
    return { username: user.username, removed };
  });
}

async function noSuchAccount(tx: Tx, username: string | null): Promise<string> {
  const admin = await selectAdmin(tx);
  if (!admin) return 'This shop has no account yet. It creates one when it first starts.';
  return `No account is named ${username}. The shop’s account is ${admin.username}.`;
}
