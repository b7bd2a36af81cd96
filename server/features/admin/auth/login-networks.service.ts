/** The networks the admin has logged in from, and the places reserved for them while strangers flood the login. */
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { deleteLoginNetworks, selectLoginNetworks, upsertLoginNetwork } from './auth.queries.ts';
import { clientOf } from './client.ts';
import { createPlaces } from './places.ts';

/** How long a network stays known after a login from it. */
const KNOWN_MS = 90 * 24 * 60 * 60_000;
/** How long an answer of the database is reused: another process may have seen a login since, or an attempt may have left the window. */
const FRESH_MS = 2_000;
const MAX_REMEMBERED = 1_000;
/** Attempts at once, in all and from one network or session: an office may log in together, and no stranger fills every place. */
const ROOM = { max: 40, each: 20 };
/** In seconds: by then the attempts that wait now are over. */
const RETRY_AFTER = 15;

const room = () => ({ strangers: createPlaces(ROOM), known: createPlaces(ROOM) });
/** Separate for each kind of proof: a flood of passwords blocks no passkey. */
const places = { password: room(), passkey: room(), challenge: room() };

type Proof = keyof typeof places;

/** Who attempts a proof: the network, and the session if there is one. */
export type Prover = { network: string; tokenHash: string | null };

/** How an attempt is treated. `line`: where it waits, null for strangers. `isKnownNetwork`: whether the admin has logged in from there. */
export type Standing = { line: string | null; isKnownNetwork: boolean };

type Ctx = Pick<Context, 'db' | 'clock'>;

/** The last login from each network, as the database had it: a flood of strangers must not become a flood of queries. */
const remembered = new WeakMap<Db, { networks: Map<string, string>; readAt: number }>();

/** Strange networks that failed too often: their refusal, and until when it is repeated without asking the database. */
const refused = new Map<string, { problem: Problem; until: number }>();

/** Remembers the Problem for a strange network. @throws it. */
export function refuseNetwork({ clock }: Ctx, proof: Proof, network: string, problem: Problem): never {
  if (refused.size >= MAX_REMEMBERED) refused.clear();
  refused.set(`${proof} ${network}`, { problem, until: clock.now().getTime() + FRESH_MS });
  throw problem;
}

/** Logins before this instant no longer make a network known. */
const knownSince = ({ clock }: Pick<Context, 'clock'>) => new Date(clock.now().getTime() - KNOWN_MS).toISOString();

async function isKnown(ctx: Ctx, network: string): Promise<boolean> {
  let found = remembered.get(ctx.db);
  if (!found || performance.now() - found.readAt > FRESH_MS) {
    found = { networks: await selectLoginNetworks(ctx.db), readAt: performance.now() };
    remembered.set(ctx.db, found);
  }
  return (found.networks.get(network) ?? '') > knownSince(ctx);
}

/** Notes a login from a network, in its transaction. */
export async function noteLoginNetwork(ctx: Ctx, tx: Tx, network: string): Promise<void> {
  const now = instantOf(ctx.clock);
  await upsertLoginNetwork(tx, network, now);
  remembered.get(ctx.db)?.networks.set(network, now);
}

/** Forgets networks that nobody has logged in from lately. */
export const forgetOldNetworks = (ctx: Ctx): Promise<void> => deleteLoginNetworks(ctx.db, knownSince(ctx));

async function standingOf(ctx: Ctx, { network, tokenHash }: Prover): Promise<Standing> {
  const isKnownNetwork = await isKnown(ctx, network);
  return { line: isKnownNetwork ? network : tokenHash, isKnownNetwork };
}

const placesFor = (proof: Proof, { line }: Standing) => places[proof][line === null ? 'strangers' : 'known'];
const noPlace = () =>
  new Problem('too_many_requests', 'Too many logins at once. Please try again in a moment.', { retryAfter: RETRY_AFTER });

/** The `onRequest` hook of logins: refuses most of a flood before its bodies are read. @throws Problem too_many_requests. */
export const refuseFlood = (ctx: Ctx, proof: Proof) => async (request: { ip: string; headers: IncomingHttpHeaders }) => {
  const { network } = clientOf(request);
  const standing = await standingOf(ctx, { network, tokenHash: null });
  const before = standing.line === null ? refused.get(`${proof} ${network}`) : undefined;
  if (before && before.until > ctx.clock.now().getTime()) throw before.problem;
  if (placesFor(proof, standing).isFull(network)) throw noPlace();
};

let lastOfStrangers: Promise<unknown> = Promise.resolve();

/** Writes at once, but strangers' writes one after another, so that others get in between. */
export function inTurn<T>({ line }: Standing, write: () => Promise<T>): Promise<T> {
  if (line !== null) return write();
  const turn = lastOfStrangers.then(write);
  lastOfStrangers = turn.catch(() => {}).then(() => setImmediate());
  return turn;
}

/**
 * Runs costly work in one of a few places; known networks and sessions have places of their own.
 * @param run may give its place back before it ends. @throws Problem too_many_requests where there is no place, at next to no cost.
 */
export async function inPlace<T>(
  ctx: Ctx,
  proof: Proof,
  prover: Prover,
  run: (standing: Standing, leave: () => void) => Promise<T>,
): Promise<T> {
  const standing = await standingOf(ctx, prover);
  const give = placesFor(proof, standing).take(standing.line ?? prover.network);
  if (!give) throw noPlace();
  let isOver = false;
  const leave = () => {
    if (!isOver) give();
    isOver = true;
  };
  try {
    return await run(standing, leave);
  } finally {
    leave();
  }
}
