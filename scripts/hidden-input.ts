import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

type Ask = (question: string) => Promise<string>;

/** Standard input must be a terminal. */
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
