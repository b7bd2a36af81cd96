/** Begins an empty shop with a copy of another, while it runs. */

import type { RestoreState, WantedCopy } from '#contract/extras/copies/copies.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { contentsInTheWay, restoreBackup } from '#server/features/transfer/backup/restore.service.ts';
import { keyOfWords } from './key-words.ts';
import { openPlace, troubleOf } from './places.service.ts';
import { withCopy } from './reading.service.ts';

type Attempt = { isRunning: boolean; problem: string | null };
const attempts = new WeakMap<Context, Attempt>();

export async function readRestore(ctx: Context): Promise<RestoreState> {
  const { isRunning, problem } = attempts.get(ctx) ?? { isRunning: false, problem: null };
  return { contents: await contentsInTheWay(ctx, true), isRunning, problem };
}

/** Starts it: it may take hours. @throws Problem if it cannot be started. */
export async function startRestore(ctx: Context, wanted: WantedCopy): Promise<void> {
  const contents = await contentsInTheWay(ctx, true);
  if (contents.length > 0)
    throw new Problem('state_conflict', `Only an empty shop can begin with a copy, and this one has ${contents.join(', ')}.`);
  await keyOfWords(wanted.words);
  const store = await openPlace(wanted);
  if (attempts.get(ctx)?.isRunning) throw new Problem('state_conflict', 'A copy is being restored right now.');
  const current: Attempt = { isRunning: true, problem: null };
  attempts.set(ctx, current);
  void withCopy(store, wanted.address, wanted, (archive) => restoreBackup(ctx, archive, true))
    .then(() => ctx.invalidateCache())
    .catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a copy could not be restored');
      current.problem = troubleOf(error, wanted.address);
    })
    .finally(() => {
      current.isRunning = false;
    });
}
