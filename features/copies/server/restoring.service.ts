import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { passphraseError } from '#features/backup/contract/passphrase.ts';
import {
  contentsInTheWay,
  type Replacing,
  restoreBackup,
} from '#features/backup/server/restore.service.ts';
import {
  type RestoreState,
  restoreSteps,
  type WantedCopy,
} from '#features/copies/contract/copies.ts';
import type { Archive } from '#platform/backup/archive-reader.ts';
import { closeToWriters } from './closing.service.ts';
import { keyOfWords, wordsOf } from './key-words.ts';
import { openPlace, troubleOf } from './places.service.ts';
import { withCopy } from './reading.service.ts';
import { keepReplaced, replacedAt } from './replaced.service.ts';
import { forgetSent, openSent, takeSent } from './sent-backup.service.ts';
import type { OnRead } from './watched.ts';

type Attempt = Pick<RestoreState, 'isRunning' | 'problem' | 'progress'>;
const none: Attempt = { isRunning: false, problem: null, progress: null };
const attempts = new WeakMap<Context, Attempt>();

export async function readRestore(ctx: Context): Promise<RestoreState> {
  const contents = await contentsInTheWay(ctx, true);
  return { contents, ...(attempts.get(ctx) ?? none), replacedAt: await replacedAt(ctx) };
}

/**
 * Does not wait for the end, which may take hours. The shop is open until the copy is read.
 * @throws Problem if it cannot be started.
 */
export async function startRestore(ctx: Context, wanted: WantedCopy): Promise<void> {
  const contents = await contentsInTheWay(ctx, true);
  if (contents.join() !== wanted.agreed.join())
    throw new Problem(
      'state_conflict',
      `Only an empty shop can begin with a copy, and this one has ${contents.join(', ') || 'nothing of its own anymore'}.`,
    );
  const source = wanted.backup ? fromFile(ctx, wanted.backup) : await fromPlace(ctx, wanted);
  if (source.secret === null && contents.length > 0) throw new Problem('invalid_input', NO_SECRET);
  refuseSecond(ctx);
  const current: Attempt = { ...none, isRunning: true, progress: { step: 'check', share: 0 } };
  attempts.set(ctx, current);
  const { secret } = source;
  const replacing: Replacing = {
    clock: ctx.clock,
    agreed: wanted.agreed,
    close: () => closeToWriters(ctx),
    // An empty shop has nothing to keep but its settings.
    keep: async (present) =>
      secret === null ? async () => {} : keepReplaced(ctx, present, secret),
  };
  const onRead: OnRead = (pass, share) => {
    current.progress =
      pass === LAST_PASS && share === 1
        ? { step: 'end', share }
        : { step: restoreSteps[pass - 1] ?? 'end', share };
  };
  void source
    .open(onRead, (archive) => restoreBackup(ctx, archive, replacing))
    .then(() => ctx.invalidateCache())
    .catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a copy could not be restored');
      current.problem = source.troubleOf(error);
    })
    .finally(() => {
      current.isRunning = false;
      current.progress = null;
    });
}

/** @throws Problem */
export function refuseSecond(ctx: Context): void {
  if (attempts.get(ctx)?.isRunning)
    throw new Problem('state_conflict', 'A copy is being restored right now.');
}

/** The readings of an archive: to check it, for its rows, for its files. */
const LAST_PASS = 3;
const NO_SECRET =
  'Please enter a passphrase of at least 12 characters: what the shop has now is kept in a file that it opens.';

type From = {
  /** Opens what the shop was before; null: there is none. */
  secret: string | null;
  open: (onRead: OnRead, work: (archive: Archive) => Promise<void>) => Promise<void>;
  /** In the owner's words. */
  troubleOf: (error: unknown) => string;
};

async function fromPlace(ctx: Context, wanted: WantedCopy): Promise<From> {
  await keyOfWords(wanted.words);
  const store = await openPlace(wanted);
  const { dataDir } = ctx.config;
  return {
    secret: wordsOf(wanted.words).join(' '),
    open: (onRead, work) => withCopy(store, wanted.address, { ...wanted, dataDir, onRead }, work),
    troubleOf: (error) => troubleOf(error, wanted.address),
  };
}

function fromFile(ctx: Context, { file, passphrase }: NonNullable<WantedCopy['backup']>): From {
  const sent = takeSent(ctx, file);
  return {
    secret: passphraseError(passphrase) === null ? passphrase : null,
    async open(onRead, work) {
      const archive = await openSent(sent, passphrase, onRead);
      await work(archive);
      forgetSent(ctx);
    },
    troubleOf: (error) =>
      error instanceof Problem ? error.message : troubleOf(error, 'the backup'),
  };
}
