import { type PasswordDecisions, passwordRule } from '#core/contract/admin/auth.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import { DEMO_PASSWORD } from '#core/server/config.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { ConfigurationError } from '#platform/configuration-error.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { activityEvent } from './activity.service.ts';
import {
  deleteAllAttempts,
  deleteOtherSessions,
  insertUser,
  selectAdmin,
  selectUser,
  type User,
  updateUser,
} from './auth.queries.ts';
import { PASSWORDS } from './credentials.service.ts';
import { dropAllProofs, dropProofs } from './other-proofs.service.ts';
import { weaknessOf } from './password-strength.ts';
import { hashPassword } from './passwords.ts';

/**
 * Creates the admin's account at the first start, with ADMIN_PASSWORD or the demo password.
 * ADMIN_USER and ADMIN_PASSWORD change it only until the demo password is replaced.
 * @returns the demo credentials while they are valid, else null.
 */
export async function ensureAdmin(
  ctx: Context,
): Promise<{ username: string; password: string } | null> {
  const { adminUser, adminPassword } = ctx.config;
  const admin = await selectAdmin(ctx.db);
  if (!admin || (admin.isDemo && (adminPassword !== null || admin.username !== adminUser))) {
    const account = {
      username: adminUser,
      passwordHash: await hashPassword(adminPassword ?? DEMO_PASSWORD),
      isDemo: adminPassword === null,
    };
    await perform(ctx, 'system', async (act) => {
      const { tx, now } = act;
      // If two processes start at once, the second finds the account of the first.
      await lockNames(tx, act.dialect, ['owner']);
      const found = await selectAdmin(tx);
      if (found && !found.isDemo) return;
      if (!found) return insertUser(tx, account, now);
      await updateUser(tx, { id: found.id, ...account }, now);
      // Someone who tried the demo may have left one.
      await dropAllProofs(tx, found.id);
      await deleteOtherSessions(tx, found.id, null);
      await act.record({ kind: 'owner_changed_by_configuration' });
    });
  }
  const isDemo = (await selectAdmin(ctx.db))?.isDemo ?? false;
  return isDemo ? { username: adminUser, password: DEMO_PASSWORD } : null;
}

/** Whether the admin has replaced the demo password. */
export const hasOwnPassword = async (ctx: Context): Promise<boolean> =>
  (await selectAdmin(ctx.db))?.isDemo === false;

/** @throws Problem invalid_input if the password is too short, the published one, or easy to guess. */
export async function checkNewPassword(password: string, username: string): Promise<void> {
  const isDemo = password === DEMO_PASSWORD;
  const message = isDemo
    ? 'This password is public. Please choose another one'
    : (passwordRule.safeParse(password).error?.issues[0]?.message ??
      (await weaknessOf(password, username)));
  if (message === null) return;
  throw invalidField('newPassword', message);
}

/**
 * @throws ConfigurationError if ADMIN_PASSWORD would become the account's password and is easy to
 * guess.
 */
export async function refuseWeakPassword(ctx: Pick<Context, 'db' | 'config'>): Promise<void> {
  const { adminPassword, adminUser } = ctx.config;
  if (adminPassword === null || (await selectAdmin(ctx.db))?.isDemo === false) return;
  const weakness = await weaknessOf(adminPassword, adminUser);
  if (weakness !== null)
    throw new ConfigurationError([`ADMIN_PASSWORD must be hard to guess. ${weakness}`]);
}

/**
 * Sets a password from the command line, while the shop may run: ends the account's sessions,
 * clears its failed attempts and leaves the demo mode.
 * @param username null: the admin.
 * @param decisions of features, on other proofs.
 * @returns the user name, and the names of the removed proofs.
 * @throws Problem not_found, invalid_input.
 */
export async function setPassword(
  ctx: Pick<Context, 'db' | 'dialect' | 'clock'>,
  username: string | null,
  password: string,
  decisions: PasswordDecisions = {},
): Promise<{ username: string; removed: string[] }> {
  await checkNewPassword(password, username ?? 'admin');
  const passwordHash = await hashPassword(password);
  return perform(ctx, 'system', async (act) => {
    const { tx, now } = act;
    const user = await accountOf(tx, username);
    await updateUser(tx, { ...user, passwordHash, isDemo: false }, now);
    await deleteOtherSessions(tx, user.id, null);
    await deleteAllAttempts(tx, PASSWORDS.count);
    const removed = await dropProofs(act, user.id, decisions, null);
    await act.record(activityEvent('password_set_by_command', null));
    return { username: user.username, removed };
  });
}

/**
 * @param username null: the admin.
 * @throws Problem not_found.
 */
export async function accountOf(db: Db | Tx, username: string | null): Promise<User> {
  const user = username === null ? await selectAdmin(db) : await selectUser(db, username);
  if (user) return user;
  const admin = await selectAdmin(db);
  throw new Problem(
    'not_found',
    admin
      ? `No account is named ${username}. The shop’s account is ${admin.username}.`
      : 'This shop has no account yet. It creates one when it first starts.',
  );
}
