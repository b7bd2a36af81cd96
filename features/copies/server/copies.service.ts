import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { activityOf, type Requester } from '#core/server/admin/auth/activity.service.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import type { CopiesState, CopyPlan, NewCopyPlace } from '#features/copies/contract/copies.ts';
import { instantOf } from '#platform/clock.ts';
import { deleteSecret, putSecret } from '#platform/secrets.ts';
import {
  deletePlace,
  extendLease,
  insertPlace,
  type PlaceRow,
  type PlanRow,
  selectMedia,
  selectPlace,
  selectPlaces,
  selectPlan,
  settleDue,
  takeLease,
  titlesShowing,
  updatePlace,
  updatePlan,
  upsertPlan,
} from './copies.queries.ts';
import { readKey } from './key.service.ts';
import type { CopyKey } from './key-words.ts';
import {
  addressOf,
  isBucket,
  openKnownPlace,
  secretOf,
  signPlace,
  troubleOf,
} from './places.service.ts';
import { proveCopy } from './proving.service.ts';
import { nextNight } from './rotation.ts';
import { rotate, writeCopy } from './writing.service.ts';

const LEASE_MS = 10 * MINUTE_MS;
/** Once a week, though nights are never exactly a day apart. */
const PROVE_AFTER_MS = 6.5 * DAY_MS;
const LEFTOVER_MS = HOUR_MS;
const MAX_PLACES = 5;

/** Of the copy that this process makes. */
const progressOf = new WeakMap<Context, NonNullable<CopiesState['progress']>>();

const usualPlan: CopyPlan = { isOn: true, hour: 3, days: 7, weeks: 4, months: 12 };

export async function readCopies(ctx: Context): Promise<CopiesState> {
  const row = await selectPlan(ctx.db);
  const { state } = await readKey(ctx);
  const places = (await selectPlaces(ctx.db)).map(
    ({ id, address, copied_at, proved_at, bytes, copies, trouble }) => {
      return { id, address, copiedAt: copied_at, provedAt: proved_at, bytes, copies, trouble };
    },
  );
  const isRunning = row?.lease_until != null && row.lease_until > instantOf(ctx.clock);
  const progress = (isRunning && progressOf.get(ctx)) || null;
  return {
    plan: planOf(row),
    key: state,
    places,
    isRunning,
    progress,
    nextAt: row?.due_at ?? null,
  };
}

function planOf(row: PlanRow | undefined): CopyPlan {
  if (!row) return usualPlan;
  const { hour, days, weeks, months } = row;
  return { isOn: row.off_since === null, hour, days, weeks, months };
}

const nextAt = async (act: Act, hour: number): Promise<string> =>
  nextNight(act.clock.now(), hour, (await act.settings()).general.timeZone).toISOString();

async function replan(act: Act, { isOn, ...plan }: CopyPlan): Promise<void> {
  const { tx, now } = act;
  const row = await selectPlan(tx);
  const areMade =
    isOn && (await readKey(act)).state !== 'none' && (await selectPlaces(tx)).length > 0;
  const timing = areMade
    ? { began_at: row?.began_at ?? now, due_at: await nextAt(act, plan.hour) }
    : { began_at: null, due_at: null, proof_asked_at: null };
  await upsertPlan(tx, {
    id: 1,
    ...plan,
    ...timing,
    off_since: isOn ? null : (row?.off_since ?? now),
  });
}

export async function refreshPlan(act: Act): Promise<void> {
  await replan(act, planOf(await selectPlan(act.tx)));
}

export const savePlan = (ctx: Context, plan: CopyPlan, request: Requester): Promise<void> =>
  perform(ctx, 'owner', async (act) => {
    await replan(act, plan);
    await act.record(activityOf('copies.changed', request));
  });

/** @throws Problem in words if the place cannot be used. */
export async function addPlace(
  ctx: Context,
  place: NewCopyPlace,
  request: Requester,
): Promise<void> {
  const address = addressOf(place.address);
  if ((await selectPlaces(ctx.db)).length >= MAX_PLACES) {
    throw new Problem(
      'state_conflict',
      `Copies go to at most ${MAX_PLACES} places. Remove one first.`,
    );
  }
  await signPlace(ctx, { ...place, address });
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const added = await insertPlace(tx, {
      address,
      endpoint: place.endpoint || null,
      region: place.region || null,
      created_at: act.now,
    });
    if (!added) throw new Problem('state_conflict', 'Copies go there already.');
    const { accessKeyId, secretAccessKey } = place;
    if (isBucket(address))
      await putSecret(
        act,
        tx,
        secretOf(added.id),
        JSON.stringify({ accessKeyId, secretAccessKey }),
      );
    await refreshPlan(act);
    await act.record(activityOf('copies.changed', request));
  });
}

export const removePlace = (ctx: Context, id: number, request: Requester): Promise<void> =>
  perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    if (!(await deletePlace(tx, id)))
      throw new Problem('not_found', 'Copies don’t go there anymore.');
    await deleteSecret(tx, secretOf(id));
    await refreshPlan(act);
    await act.record(activityOf('copies.changed', request));
  });

/**
 * The schedule of one of the processes makes it within seconds.
 * @param isProof proves it, too.
 */
export const copyNow = (ctx: Context, isProof: boolean): Promise<void> =>
  perform(ctx, 'owner', async ({ tx, now }) => {
    const plan = await selectPlan(tx);
    if (!plan?.due_at) {
      const missing = plan?.off_since
        ? 'Copies are off. Turn them on first.'
        : 'Make the key and add a place first.';
      throw new Problem('state_conflict', missing);
    }
    await updatePlan(tx, { due_at: now, ...(isProof && { proof_asked_at: now }) });
  });

/**
 * Makes the due copy in each place; a failure holds up no other. What is stopped stays due.
 * @returns whether this process made it.
 */
export async function makeDueCopy(
  ctx: Context,
  isStopping: () => boolean = () => false,
): Promise<boolean> {
  const began = instantOf(ctx.clock);
  const lease = await holdLease(ctx);
  if (lease === null) return false;
  const goOn = async () => {
    if (isStopping() || (await lease.isLost())) throw new Interrupted();
  };
  try {
    for (const { id } of await selectPlaces(ctx.db)) {
      const place = await selectPlace(ctx.db, id);
      if (!place) continue;
      try {
        await copyTo(ctx, place, goOn);
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        ctx.log.warn({ err: error, place: place.id }, 'a copy could not be made');
        await notePlace(ctx, place, { trouble: troubleOf(error, place.address) });
      }
    }
    await perform(ctx, 'system', async (act) => {
      const plan = await selectPlan(act.tx);
      if (plan) await settleDue(act.tx, began, await nextAt(act, plan.hour));
    });
    return true;
  } catch (error) {
    if (error instanceof Interrupted) return false;
    throw error;
  } finally {
    progressOf.delete(ctx);
    await lease.end();
  }
}

/** The shop closes, or another process goes on because this one was away for too long. */
class Interrupted extends Error {}

/** @returns null: none is due, or another process makes it. */
async function holdLease(
  ctx: Context,
): Promise<{ isLost: () => Promise<boolean>; end: () => Promise<void> } | null> {
  const until = () => new Date(ctx.clock.now().getTime() + LEASE_MS).toISOString();
  let held: string | null = until();
  if (!(await takeLease(ctx.db, instantOf(ctx.clock), held))) return null;
  const extend = async () => {
    if (held === null) return;
    const longer = until();
    held = (await extendLease(ctx.db, held, longer)) ? longer : null;
  };
  let extending = Promise.resolve();
  // By a timer, as one large video may take longer than the lease.
  const timer = setInterval(() => {
    extending = extend().catch((err: unknown) =>
      ctx.log.warn({ err }, 'the lease of the copies could not be extended'),
    );
  }, MINUTE_MS);
  const isLost = async () => {
    await extending;
    return held === null;
  };
  const end = async () => {
    clearInterval(timer);
    await extending;
    if (held !== null) await extendLease(ctx.db, held, null);
  };
  return { isLost, end };
}

async function copyTo(ctx: Context, place: PlaceRow, goOn: () => Promise<void>): Promise<void> {
  const key = await knownKey(ctx);
  const [plan, { general }] = [await selectPlan(ctx.db), await readSettings(ctx)];
  const store = await openKnownPlace(ctx, place);
  await store.removeLeftovers?.(new Date(ctx.clock.now().getTime() - LEFTOVER_MS));
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  // Its secret half is nowhere but here: once the copy is proved, the owner's words alone open it.
  const prover = await generateX25519Identity();
  const tell = (step: 'files' | 'proof', done: number, of: number) =>
    progressOf.set(ctx, { place: place.id, step, done, of });
  const recipient = await identityToRecipient(prover);
  const copy = await writeCopy(ctx, store, key, recipient, goOn, (done, of) =>
    tell('files', done, of),
  );
  ctx.log.info({ place: place.id, bytes: copy.bytes, added: copy.added }, 'a copy was made');
  const copies = await rotate(store, key, planOf(plan), general.timeZone);
  await notePlace(ctx, place, {
    copied_at: copy.list.createdAt,
    bytes: copy.bytes,
    copies,
    trouble: null,
  });
  await refuseLack(ctx, copy.missing);
  const isProved =
    place.proved_at !== null &&
    ctx.clock.now().getTime() - Date.parse(place.proved_at) < PROVE_AFTER_MS;
  if (isProved && plan?.proof_asked_at == null) return;
  let checked = 0;
  const onCheck = async () => {
    await goOn();
    tell('proof', Math.min(checked, copy.list.files.length), copy.list.files.length);
    checked += 1;
  };
  await proveCopy(store, key, copy.stamp, prover, ctx.config.dataDir, onCheck);
  await notePlace(ctx, place, { proved_at: instantOf(ctx.clock) });
}

const notePlace = (
  ctx: Context,
  { id }: PlaceRow,
  change: Parameters<typeof updatePlace>[2],
): Promise<void> => perform(ctx, 'system', ({ tx }) => updatePlace(tx, id, change));

const NAMED = 5;

/**
 * A copy that lacks what the shop itself lacks restores, but proves nothing.
 * @throws Problem saying where files are missing.
 */
async function refuseLack(ctx: Context, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return;
  const lost = new Set(missing);
  // Files that were deleted while the copy was made are not missing.
  const media = (await selectMedia(ctx.db)).filter((row) =>
    filesOfMedium(row).some((name) => lost.has(name)),
  );
  if (media.length === 0) return;
  ctx.log.error(
    { files: missing.slice(0, NAMED), count: missing.length },
    'files are missing from the media store',
  );
  const titles = await titlesShowing(
    ctx.db,
    media.slice(0, NAMED).map(({ id }) => id),
  );
  const [what, it] =
    media.length === 1
      ? ['1 photo or video is', 'it']
      : [`${media.length} photos or videos are`, 'them'];
  const where =
    titles.length === 0
      ? 'The shop’s log names the files.'
      : `Add ${it} again: ${titles.map((title) => `“${title}”`).join(', ')}.`;
  throw new Problem(
    'bad_request',
    `${what} missing from the shop itself, so this copy lacks ${it}; older copies may have ${it}. ${where}`,
  );
}

async function knownKey(ctx: Context): Promise<CopyKey> {
  const key = await readKey(ctx);
  if (key.state === 'known') return key.key;
  throw new Problem(
    'state_conflict',
    'The key can’t be read: the file shop.key in DATA_DIR is missing or another one. Make a new key.',
  );
}
