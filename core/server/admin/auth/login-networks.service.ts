/**
 * Networks that the admin has logged in from have their own places while strangers flood the login.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { BareAct } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import type { Db } from '#platform/db/db.ts';
import { deleteLoginNetworks, selectLoginNetworks, upsertLoginNetwork } from './auth.queries.ts';
import { clientOf } from './client.ts';
import { createPlaces } from './places.ts';

const KNOWN_MS = 90 * DAY_MS;
/**
 * How long an answer of the database is reused: another process may have seen a login, or an
 * attempt may have left the window.
 */
const FRESH_MS = 2_000;
const MAX_REMEMBERED = 1_000;
/**
 * Attempts at once, in all and from one network or session: an office may log in together, but no
 * stranger fills every place.
 */
const ROOM = { max: 40, each: 20 };
/** In seconds: by then the attempts that wait now are over. */
const RETRY_AFTER = 15;

const room = () => ({ strangers: createPlaces(ROOM), known: createPlaces(ROOM) });
/** By kind of proof: a flood of passwords blocks no other kind. */
const places = new Map<string, ReturnType<typeof room>>();

export type Prover = { network: string; tokenHash: string | null };

/**
 * `line`: where it waits; null for strangers. `isKnownNetwork`: whether the admin has logged in
 * from there.
 */
export type Standing = { line: string | null; isKnownNetwork: boolean };

type Ctx = Pick<Context, 'db' | 'clock'>;

/** The last login from each network: a flood of strangers must not become a flood of queries. */
const remembered = new WeakMap<
  Db,
  { networks: Map<string, string>; readAt: number; logins: number }
>();
/** Noted by this process: a list read before the last one is out of date. */
let logins = 0;

/** Refusals of strange networks, each repeated until its instant without asking the database. */
const refused = new Map<string, { problem: Problem; until: number }>();

/**
 * Repeats the refusal to a strange network for a while.
 * @throws the given Problem.
 */
export function refuseNetwork(
  { clock }: Pick<Context, 'clock'>,
  proof: string,
  network: string,
  problem: Problem,
): never {
  if (refused.size >= MAX_REMEMBERED) refused.clear();
  refused.set(`${proof} ${network}`, { problem, until: clock.now().getTime() + FRESH_MS });
  throw problem;
}

const knownSince = ({ clock }: Pick<Context, 'clock'>) =>
  new Date(clock.now().getTime() - KNOWN_MS).toISOString();

async function isKnown(ctx: Ctx, network: string): Promise<boolean> {
  let found = remembered.get(ctx.db);
  const isFresh = found && found.logins === logins && performance.now() - found.readAt <= FRESH_MS;
  if (!found || !isFresh) {
    found = { networks: await selectLoginNetworks(ctx.db), readAt: performance.now(), logins };
    remembered.set(ctx.db, found);
  }
  return (found.networks.get(network) ?? '') > knownSince(ctx);
}

export async function noteLoginNetwork(
  { tx, now, afterCommit }: BareAct,
  network: string,
): Promise<void> {
  await upsertLoginNetwork(tx, network, now);
  afterCommit(async () => {
    logins += 1;
  });
}

export const forgetOldNetworks = (ctx: Ctx): Promise<void> =>
  deleteLoginNetworks(ctx.db, knownSince(ctx));

async function standingOf(ctx: Ctx, { network, tokenHash }: Prover): Promise<Standing> {
  const isKnownNetwork = await isKnown(ctx, network);
  return { line: isKnownNetwork ? network : tokenHash, isKnownNetwork };
}

function placesFor(proof: string, { line }: Standing) {
  const found = places.get(proof) ?? room();
  places.set(proof, found);
  return found[line === null ? 'strangers' : 'known'];
}

const noPlace = () =>
  new Problem('too_many_requests', 'Too many logins at once. Please try again in a moment.', {
    retryAfter: RETRY_AFTER,
  });

/**
 * The `onRequest` hook of logins: refuses most of a flood before its bodies are read.
 * @throws Problem too_many_requests.
 */
export const refuseFlood =
  (ctx: Ctx, proof: string) => async (request: { ip: string; headers: IncomingHttpHeaders }) => {
    const { network } = clientOf(request);
    const standing = await standingOf(ctx, { network, tokenHash: null });
    const before = standing.line === null ? refused.get(`${proof} ${network}`) : undefined;
    if (before && before.until > ctx.clock.now().getTime()) throw before.problem;
    if (placesFor(proof, standing).isFull(network)) throw noPlace();
  };

let lastOfStrangers: Promise<unknown> = Promise.resolve();

/** Strangers write one after another, so that others get in between. */
export function inTurn<T>({ line }: Standing, write: () => Promise<T>): Promise<T> {
  if (line !== null) return write();
  const turn = lastOfStrangers.then(write);
  lastOfStrangers = turn.catch(() => {}).then(() => setImmediate());
  return turn;
}

/**
 * Runs costly work in one of a few places; known networks and sessions have their own.
 * @param run may give its place back before it ends.
 * @throws Problem too_many_requests without a free place, at next to no cost.
 */
export async function inPlace<T>(
  ctx: Ctx,
  proof: string,
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
