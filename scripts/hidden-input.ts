import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks a question at the terminal; what is typed is not shown. */
type Ask = (question: string) => Promise<string>;

/** Gives the work a function that asks at the terminal without echo. Standard input must be one. */
export async function withHiddenInput<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  // Readline must not echo what is typed, so the prompts are written separately.
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: noEcho, terminal: true });
  terminal.on('SIGINT', () => process.exit(130));
  try {
    return await work(async (question) => {
      process.stdout.write(question);
      const typed = await terminal.question('');
      process.stdout.write('\n');
      return typed;
    });
  } finally {
    terminal.close();
  }
}
