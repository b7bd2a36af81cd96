import { DEMO_PASSWORD } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { addEvents } from '#server/platform/db/events.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deleteOtherSessions, insertUser, selectOwner, updateUser } from './auth.queries.ts';
import { hashPassword } from './passwords.ts';

/**
 * Makes the owner's account at the first start, with ADMIN_PASSWORD or the demo password. While the demo password is in
 * force, ADMIN_USER and ADMIN_PASSWORD change the account; afterwards only its owner does.
 * @returns the demo's credentials where they open the shop, else null.
 */
export async function ensureOwner(ctx: Context): Promise<{ username: string; password: string } | null> {
  const { adminUser, adminPassword } = ctx.config;
  const owner = await selectOwner(ctx.db);
  if (!owner || (owner.isDemo && (adminPassword !== null || owner.username !== adminUser))) {
    const account = {
      username: adminUser,
      passwordHash: await hashPassword(adminPassword ?? DEMO_PASSWORD),
      isDemo: adminPassword === null,
    };
    const now = instantOf(ctx.clock);
    await inTransaction(ctx.db, async (tx) => {
      // Two processes may start at once: the second one finds what the first has made.
      await lockNames(tx, ctx.dialect, ['owner']);
      const found = await selectOwner(tx);
      if (found && !found.isDemo) return;
      if (!found) return insertUser(tx, account, now);
      await updateUser(tx, { id: found.id, ...account }, now);
      await deleteOtherSessions(tx, found.id, null);
      await addEvents(tx, [{ at: now, actor: 'system', kind: 'owner_changed_by_configuration' }]);
    });
  }
  const isDemo = (await selectOwner(ctx.db))?.isDemo ?? false;
  return isDemo ? { username: adminUser, password: DEMO_PASSWORD } : null;
}
