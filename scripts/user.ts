/** `npm run user`: sets a new password, typed or piped, and does what features add. */
import { createInterface } from 'node:readline/promises';
import { Problem } from '#core/contract/problems.ts';
import { checkNewPassword, setPassword } from '#core/server/admin/auth/admin.service.ts';
import type { UserCommands } from '#core/server/feature.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { systemClock } from '#platform/clock.ts';
import { explain, withReadableErrors } from './command.ts';
import { withHiddenInput } from './hidden-input.ts';
import { withDatabase } from './shop.ts';

const added = await Promise.all(pluggedInto('userCommands').map((load) => load()));
const usageOf = (part: keyof UserCommands['usage']) => added.map(({ usage }) => usage[part]);

const USAGE = [
  `npm run user -- set-password [name]

Sets a new password for the owner, or for the account of this name, and ends all its sessions. The shop can keep running.
Type the password twice${usageOf('typing').join('')}, or send the password as one line of standard input:`,
  ['  npm run user -- set-password < file-with-the-password', ...usageOf('example')].join('\n'),
  ...usageOf('option'),
  ...usageOf('commands'),
].join('\n\n');

const words = process.argv.slice(2);
const isOption = (word: string) => added.some(({ option }) => word.startsWith(option));
const givenOf = ({ option }: UserCommands) =>
  words.find((word) => word.startsWith(option))?.slice(option.length) ?? null;
const [command, name = null, ...more] = words.filter((word) => !isOption(word));
const other = added
  .flatMap(({ commands }) => Object.entries(commands))
  .find(([known]) => known === command)?.[1];
if (command === 'set-password' && more.length === 0)
  await withReadableErrors(() => changePassword(name));
else if (other && more.length === 0 && !words.some(isOption))
  await withReadableErrors(() => withAccounts(async (ctx) => console.log(await other(ctx, name))));
else explain(USAGE, command);

type Accounts = Parameters<typeof setPassword>[0];

async function withAccounts(work: (ctx: Accounts) => Promise<void>): Promise<void> {
  await withDatabase(async ({ db, dialect }) => {
    await prepareDatabase({ db, dialect });
    await work({ db, dialect, clock: systemClock });
  });
}

async function changePassword(username: string | null): Promise<void> {
  await withDatabase(async ({ db, dialect }) => {
    const password = await (process.stdin.isTTY ? askTwice() : readLine());
    await prepareDatabase({ db, dialect });
    const decided = [];
    for (const one of added)
      decided.push(
        await one.decide(db, username, givenOf(one), process.stdin.isTTY ? askBeneath : null),
      );
    const done = await setPassword(
      { db, dialect, clock: systemClock },
      username,
      password,
      Object.assign({}, ...decided.map(({ decisions }) => decisions)),
    );
    console.log(`${done.username} has a new password and is logged out everywhere.`);
    for (const { told } of decided) {
      const words = told(done.removed);
      if (words !== null) console.log(words);
    }
  });
}

/** Asks a question about a list. */
async function askBeneath(list: string, question: string): Promise<string> {
  console.log(list);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new Problem('invalid_input', 'No password on standard input.');
}

async function askTwice(): Promise<string> {
  return withHiddenInput(async (ask) => {
    const password = await ask('New password: ');
    await checkNewPassword(password, 'admin');
    if ((await ask('Once more: ')) !== password)
      throw new Problem('invalid_input', "The passwords don't match.");
    return password;
  });
}
