/** `npm run user`: sets a new password, typed or from standard input, or removes all passkeys, for an admin who has lost theirs. */
import { createInterface } from 'node:readline/promises';
import { Problem } from '#contract/problems.ts';
import { checkNewPassword, removeAllPasskeys, setPassword } from '#server/features/admin/auth/admin.service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
import { explain, withReadableErrors } from './command.ts';
import { withHiddenInput } from './hidden-input.ts';
import { withDatabase } from './shop.ts';

const USAGE = `npm run user -- set-password [name]

Sets a new password for the owner, or for the account of this name, and ends all its sessions. The shop can keep running.
You type the password twice, or send it as one line of standard input:

  npm run user -- set-password < file-with-the-password

npm run user -- remove-passkeys [name]

Removes all passkeys of the same account, and ends all its sessions. The password keeps working.`;

const [command, name = null, ...more] = process.argv.slice(2);
if (command === 'set-password' && more.length === 0) await withReadableErrors(() => changePassword(name));
else if (command === 'remove-passkeys' && more.length === 0) await withReadableErrors(() => removePasskeys(name));
else explain(USAGE, command);

async function changePassword(username: string | null): Promise<void> {
  await withDatabase(async ({ db, dialect }) => {
    const password = await (process.stdin.isTTY ? askTwice() : readLine());
    await prepareDatabase({ db, dialect });
    const account = await setPassword({ db, clock: systemClock }, username, password);
    console.log(`${account} has a new password and is logged out everywhere.`);
  });
}

async function removePasskeys(username: string | null): Promise<void> {
  await withDatabase(async ({ db, dialect }) => {
    await prepareDatabase({ db, dialect });
    const { username: account, removed } = await removeAllPasskeys({ db, clock: systemClock }, username);
    console.log(`${account} had ${removed} ${removed === 1 ? 'passkey' : 'passkeys'}; now it has none and is logged out everywhere.`);
  });
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new Problem('invalid_input', 'No password on standard input.');
}

async function askTwice(): Promise<string> {
  return withHiddenInput(async (ask) => {
    const password = await ask('New password: ');
    await checkNewPassword(password, 'admin');
    if ((await ask('Once more: ')) !== password) throw new Problem('invalid_input', "The passwords don't match.");
    return password;
  });
}
