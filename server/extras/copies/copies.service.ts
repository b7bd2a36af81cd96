/** Makes the night's copies in every place, proves one a week, and tells how they stand. */

import type { CopiesState, CopyPlan, NewCopyPlace } from '#contract/extras/copies/copies.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { activityOf, type Requester } from '#server/features/admin/auth/activity.service.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { filesOfMedium } from '#server/features/media/files/media-files.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deleteSecret, putSecret } from '#server/platform/secrets.ts';
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
import { addressOf, isBucket, openKnownPlace, secretOf, signPlace, troubleOf } from './places.service.ts';
import { proveCopy } from './proving.service.ts';
import { nextNight } from './rotation.ts';
import { rotate, writeCopy } from './writing.service.ts';

const MINUTE_MS = 60_000;
/** A process that was killed holds up the next copy for so long. */
const LEASE_MS = 10 * MINUTE_MS;
/** One a week, though the nights are never exactly a day apart. */
const PROVE_AFTER_MS = 6.5 * 24 * 60 * MINUTE_MS;
const LEFTOVER_MS = 60 * MINUTE_MS;
const MAX_PLACES = 5;

const usualPlan: CopyPlan = { isOn: true, hour: 3, days: 7, weeks: 4, months: 12 };

export async function readCopies(ctx: Context): Promise<CopiesState> {
  const row = await selectPlan(ctx.db);
  const { state } = await readKey(ctx);
  const places = (await selectPlaces(ctx.db)).map(({ id, address, copied_at, proved_at, bytes, copies, trouble }) => {
    return { id, address, copiedAt: copied_at, provedAt: proved_at, bytes, copies, trouble };
  });
  const isRunning = row?.lease_until != null && row.lease_until > instantOf(ctx.clock);
  return { plan: planOf(row), key: state, places, isRunning, nextAt: row?.due_at ?? null };
}

function planOf(row: PlanRow | undefined): CopyPlan {
  if (!row) return usualPlan;
  const { hour, days, weeks, months } = row;
  return { isOn: row.off_since === null, hour, days, weeks, months };
}

/** @param db of the transaction, where there is one. */
const nextAt = async (ctx: Context, hour: number, db: Context['db'] | Tx = ctx.db): Promise<string> =>
  nextNight(ctx.clock.now(), hour, (await readSettings({ db })).general.timeZone).toISOString();

/** Writes the plan; copies are made once there is a key and a place. */
async function replan(ctx: Context, tx: Tx, { isOn, ...plan }: CopyPlan): Promise<void> {
  const row = await selectPlan(tx);
  const now = instantOf(ctx.clock);
  const areMade = isOn && (await readKey(ctx, tx)).state !== 'none' && (await selectPlaces(tx)).length > 0;
  const timing = areMade
    ? { began_at: row?.began_at ?? now, due_at: await nextAt(ctx, plan.hour, tx) }
    : { began_at: null, due_at: null, proof_asked_at: null };
  await upsertPlan(tx, { id: 1, ...plan, ...timing, off_since: isOn ? null : (row?.off_since ?? now) });
}

/** Checks again whether copies are to be made. Call it after a key or a place was added or removed. */
export async function refreshPlan(ctx: Context, tx: Tx): Promise<void> {
  await replan(ctx, tx, planOf(await selectPlan(tx)));
}

export async function savePlan(ctx: Context, plan: CopyPlan, request: Requester): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await replan(ctx, tx, plan);
    await addEvents(tx, [activityOf(ctx, 'copies.changed', request)]);
  });
}

/** @throws Problem if the place cannot be used, in words. */
export async function addPlace(ctx: Context, place: NewCopyPlace, request: Requester): Promise<void> {
  const address = addressOf(place.address);
  if ((await selectPlaces(ctx.db)).length >= MAX_PLACES) {
    throw new Problem('state_conflict', `Copies go to at most ${MAX_PLACES} places. Remove one first.`);
  }
  await signPlace(ctx, { ...place, address });
  await inTransaction(ctx.db, async (tx) => {
    const added = await insertPlace(tx, {
      address,
      endpoint: place.endpoint || null,
      region: place.region || null,
      created_at: instantOf(ctx.clock),
    });
    if (!added) throw new Problem('state_conflict', 'Copies go there already.');
    const { accessKeyId, secretAccessKey } = place;
    if (isBucket(address)) await putSecret(ctx, tx, secretOf(added.id), JSON.stringify({ accessKeyId, secretAccessKey }));
    await refreshPlan(ctx, tx);
    await addEvents(tx, [activityOf(ctx, 'copies.changed', request)]);
  });
}

/** Forgets a place; the copies there stay. */
export async function removePlace(ctx: Context, id: number, request: Requester): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deletePlace(tx, id))) throw new Problem('not_found', 'Copies don’t go there anymore.');
    await deleteSecret(tx, secretOf(id));
    await refreshPlan(ctx, tx);
    await addEvents(tx, [activityOf(ctx, 'copies.changed', request)]);
  });
}

/** Makes a copy due now: the schedule of one of the processes makes it within seconds. @param isProof whether it is proved, too. */
export async function copyNow(ctx: Context, isProof: boolean): Promise<void> {
  const plan = await selectPlan(ctx.db);
  if (!plan?.due_at) {
    const missing = plan?.off_since ? 'Copies are off. Turn them on first.' : 'Make the key and add a place first.';
    throw new Problem('state_conflict', missing);
  }
  const now = instantOf(ctx.clock);
  await updatePlan(ctx.db, { due_at: now, ...(isProof && { proof_asked_at: now }) });
}

/**
 * Makes the copy that is due, in each place; one that fails holds up no other. What is stopped stays due, for this process or another.
 * @returns whether this process made it.
 */
export async function makeDueCopy(ctx: Context, isStopping: () => boolean = () => false): Promise<boolean> {
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
        await updatePlace(ctx.db, place.id, { trouble: troubleOf(error, place.address) });
      }
    }
    const plan = await selectPlan(ctx.db);
    if (plan) await settleDue(ctx.db, began, await nextAt(ctx, plan.hour));
    return true;
  } catch (error) {
    if (error instanceof Interrupted) return false;
    throw error;
  } finally {
    await lease.end();
  }
}

/** The shop closes, or another process goes on because this one was away for too long. */
class Interrupted extends Error {}

/** Keeps other processes from making the copy. @returns null: none is due, or another makes it. */
async function holdLease(ctx: Context): Promise<{ isLost: () => Promise<boolean>; end: () => Promise<void> } | null> {
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
    extending = extend().catch((err: unknown) => ctx.log.warn({ err }, 'the lease of the copies could not be extended'));
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
  const copy = await writeCopy(ctx, store, key, await identityToRecipient(prover), goOn);
  ctx.log.info({ place: place.id, bytes: copy.bytes, added: copy.added }, 'a copy was made');
  const copies = await rotate(store, key, planOf(plan), general.timeZone);
  await updatePlace(ctx.db, place.id, { copied_at: copy.list.createdAt, bytes: copy.bytes, copies, trouble: null });
  await refuseLack(ctx, copy.missing);
  const isProved = place.proved_at !== null && ctx.clock.now().getTime() - Date.parse(place.proved_at) < PROVE_AFTER_MS;
  if (isProved && plan?.proof_asked_at == null) return;
  await proveCopy(store, key, copy.stamp, prover, goOn);
  await updatePlace(ctx.db, place.id, { proved_at: instantOf(ctx.clock) });
}

const NAMED = 5;

/** A copy that lacks what the shop itself lacks restores, but proves nothing. @throws Problem saying where files are missing. */
async function refuseLack(ctx: Context, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return;
  const lost = new Set(missing);
  // Files that were deleted while the copy was made are not missing.
  const media = (await selectMedia(ctx.db)).filter((row) => filesOfMedium(row).some((name) => lost.has(name)));
  if (media.length === 0) return;
  ctx.log.error({ files: missing.slice(0, NAMED), count: missing.length }, 'files are missing from the media store');
  const titles = await titlesShowing(
    ctx.db,
    media.slice(0, NAMED).map(({ id }) => id),
  );
  const [what, it] = media.length === 1 ? ['1 photo or video is', 'it'] : [`${media.length} photos or videos are`, 'them'];
  const where =
    titles.length === 0 ? 'The shop’s log names the files.' : `Add ${it} again: ${titles.map((title) => `“${title}”`).join(', ')}.`;
  throw new Problem('bad_request', `${what} missing from the shop itself, so this copy lacks ${it}; older copies may have ${it}. ${where}`);
}

async function knownKey(ctx: Context): Promise<CopyKey> {
  const key = await readKey(ctx);
  if (key.state === 'known') return key.key;
  throw new Problem('state_conflict', 'The key can’t be read: the file shop.key in DATA_DIR is missing or another one. Make a new key.');
}
