import type { PasswordDecisions } from '#core/contract/admin/auth.ts';
import type { BareAct } from '#core/server/act.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { AccountNotice } from './activity.service.ts';

const otherProofs = () => Promise.all(pluggedInto('otherProofs').map((load) => load()));

/**
 * Removes and logs the proofs that do not outlive a new password.
 * @param client null: a command on the server.
 * @returns their names.
 */
export async function dropProofs(
  act: BareAct,
  userId: number,
  decisions: PasswordDecisions,
  client: AccountNotice['client'] | null,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const { drop } of await otherProofs())
    dropped.push(...(await drop(act, userId, decisions, client)));
  return dropped;
}

export async function dropAllProofs(tx: Tx, userId: number): Promise<void> {
  for (const { dropAll } of await otherProofs()) await dropAll(tx, userId);
}

/** Maps the ids that sessions store to names. */
export async function proofNames(db: Db | Tx, userId: number): Promise<Map<number, string>> {
  const names = (await otherProofs()).map(({ names }) => names(db, userId));
  return new Map((await Promise.all(names)).flatMap((found) => [...found]));
}
