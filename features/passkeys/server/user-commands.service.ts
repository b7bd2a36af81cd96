import { accountOf } from '#core/server/admin/auth/admin.service.ts';
import { endAllSessions } from '#core/server/admin/auth/sessions.service.ts';
import type { Context } from '#core/server/context.ts';
import type { UserCommands } from '#core/server/feature.ts';
import { perform } from '#core/server/perform.ts';
import { systemClock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { chosenPasskeys, type Listed, markedPasskeys, passkeyList } from './passkey-choice.ts';
import { deletePasskeys, selectPasskeys } from './passkeys.queries.ts';

/**
 * Oldest first.
 * @param username null: the admin.
 * @throws Problem not_found.
 */
export async function passkeysOf(db: Db, username: string | null): Promise<Listed[]> {
  const { id: userId } = await accountOf(db, username);
  return (await selectPasskeys(db, userId)).map(({ id, name, created_at: createdAt }) => ({
    id,
    name,
    createdAt,
  }));
}

/**
 * Ends the account's sessions too.
 * @returns the user name, and how many passkeys there were.
 * @throws Problem not_found.
 */
export const removeAllPasskeys = (
  ctx: Pick<Context, 'db' | 'dialect' | 'clock'>,
  username: string | null,
): Promise<{ username: string; removed: number }> =>
  perform(ctx, 'system', async (act) => {
    const user = await accountOf(act.tx, username);
    const removed = (await deletePasskeys(act.tx, user.id)).length;
    await endAllSessions(act, user.id);
    await act.record({ kind: 'passkeys_removed_by_command' });
    return { username: user.username, removed };
  });

/** @returns the ids to keep; null: all. */
async function whichStay(
  passkeys: readonly Listed[],
  given: string | null,
  ask: Parameters<UserCommands['decide']>[3],
): Promise<number[] | null> {
  if (given !== null) return chosenPasskeys(passkeys, given);
  if (passkeys.length === 0 || ask === null) return null;
  const now = systemClock.now();
  const typed = await ask(
    `These passkeys log in without the password:\n${passkeyList(passkeys, now)}`,
    'Which do you keep? Numbers such as 1,3, all, none, or Enter for those marked x: ',
  );
  return typed === '' ? markedPasskeys(passkeys, now) : chosenPasskeys(passkeys, typed);
}

export const passkeyCommands: UserCommands = {
  usage: {
    typing: ' and choose which passkeys to keep',
    example: '  npm run user -- set-password --passkeys=none < file-with-the-password',
    option:
      '--passkeys  all (the default without a terminal), none, or the numbers of those to keep: --passkeys=1,3',
    commands: `npm run user -- remove-passkeys [name]

Removes all passkeys of the same account, and ends all its sessions. The password keeps working.`,
  },
  option: '--passkeys=',
  async decide(db, username, given, ask) {
    const passkeys = await passkeysOf(db, username);
    const remaining = await whichStay(passkeys, given, ask);
    return {
      decisions: remaining === null ? {} : { remainingPasskeys: remaining },
      told: (dropped) =>
        passkeys.length === 0
          ? null
          : `Removed passkeys: ${dropped.join(', ') || 'none'}. Passkeys that still log in: ${passkeys.length - dropped.length}.`,
    };
  },
  commands: {
    async 'remove-passkeys'(ctx, username) {
      const { username: account, removed } = await removeAllPasskeys(ctx, username);
      return `${account} had ${removed} ${removed === 1 ? 'passkey' : 'passkeys'}; now it has none and is logged out everywhere.`;
    },
  },
};
