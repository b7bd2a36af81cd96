/** `npm run user`: sets a new password, typed or from standard input, or removes all passkeys, for an admin who has lost theirs. */
import { createInterface } from 'node:readline/promises';
import { Problem } from '#contract/problems.ts';
import { checkNewPassword, passkeysOf, removeAllPasskeys, setPassword } from '#server/features/admin/auth/admin.service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
import { explain, withReadableErrors } from './command.ts';
import { withHiddenInput } from './hidden-input.ts';
import { chosenPasskeys, type Listed, markedPasskeys, passkeyList } from './passkey-choice.ts';
import { withDatabase } from './shop.ts';

const USAGE = `npm run user -- set-password [name]

Sets a new password for the owner, or for the account of this name, and ends all its sessions. The shop can keep running.
Type the password twice and choose which passkeys to keep, or send the password as one line of standard input:

  npm run user -- set-password < file-with-the-password
  npm run user -- set-password --passkeys=none < file-with-the-password

--passkeys  all (the default without a terminal), none, or the numbers of those to keep: --passkeys=1,3

npm run user -- remove-passkeys [name]

Removes all passkeys of the same account, and ends all its sessions. The password keeps working.`;

const OPTION = '--passkeys=';
const words = process.argv.slice(2);
const choice = words.find((word) => word.startsWith(OPTION))?.slice(OPTION.length) ?? null;
const [command, name = null, ...more] = words.filter((word) => !word.startsWith(OPTION));
if (command === 'set-password' && more.length === 0) await withReadableErrors(() => changePassword(name));
else if (command === 'remove-passkeys' && more.length === 0 && choice === null) await withReadableErrors(() => removePasskeys(name));
else explain(USAGE, command);

async function changePassword(username: string | null): Promise<void> {
  await withDatabase(async ({ db, dialect }) => {
    const password = await (process.stdin.isTTY ? askTwice() : readLine());
    await prepareDatabase({ db, dialect });
    const passkeys = await passkeysOf({ db }, username);
    const remaining = await whichStay(passkeys);
    const done = await setPassword({ db, clock: systemClock }, username, password, remaining);
    console.log(`${done.username} has a new password and is logged out everywhere.`);
    const staying = passkeys.length - done.removed.length;
    if (passkeys.length > 0) console.log(`Removed passkeys: ${done.removed.join(', ') || 'none'}. Passkeys that still log in: ${staying}.`);
  });
}

/** @returns the ids of the passkeys that stay; null: all of them. */
async function whichStay(passkeys: Listed[]): Promise<number[] | null> {
  if (choice !== null) return chosenPasskeys(passkeys, choice);
  if (passkeys.length === 0 || !process.stdin.isTTY) return null;
  const now = systemClock.now();
  console.log(`These passkeys log in without the password:\n${passkeyList(passkeys, now)}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = (await terminal.question('Which do you keep? Numbers such as 1,3, all, none, or Enter for those marked x: ')).trim();
    return typed === '' ? markedPasskeys(passkeys, now) : chosenPasskeys(passkeys, typed);
  } finally {
    terminal.close();
  }
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
