import { Problem } from '#core/contract/problems.ts';
import { activityEvent, activityOf, noticeOf } from '#core/server/admin/auth/activity.service.ts';
import { currentSession, type Request } from '#core/server/admin/auth/auth.service.ts';
import { type AttemptKind, withLimits } from '#core/server/admin/auth/credentials.service.ts';
import { endSessionsBegunBy, holdSession } from '#core/server/admin/auth/sessions.service.ts';
import type { Context } from '#core/server/context.ts';
import type { OtherProofs } from '#core/server/feature.ts';
import { accountMailer } from '#core/server/messages/mail/account-mails.service.ts';
import { perform } from '#core/server/perform.ts';
import { MAX_PASSKEYS } from '#features/passkeys/contract/passkey-rules.ts';
import type {
  Assertion,
  Passkey,
  Passkeys,
  Registration,
  RegistrationOptions,
  RequestOptions,
} from '#features/passkeys/contract/passkeys.ts';
import { instantOf } from '#platform/clock.ts';
import { lockNames } from '#platform/db/locks.ts';
import {
  acceptChallenge,
  CHALLENGE_MS,
  type Holder,
  openChallenge,
} from './passkey-challenges.service.ts';
import {
  countUse,
  deletePasskey,
  deletePasskeys,
  hasPasskeyFor,
  insertPasskey,
  type PasskeyRow,
  renamePasskey,
  selectCredential,
  selectPasskeys,
} from './passkeys.queries.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

export const PASSKEYS: AttemptKind = { count: ' passkeys', proof: 'passkey' };

/** EdDSA, ES256 and RS256: every authenticator knows one of them. */
const ALGORITHMS = [-8, -7, -257];

const UNKNOWN = 'The shop doesn’t know this passkey. Use another one, or your password.';
const STALE = 'That took too long. Please try again.';
const NOT_ADDED = 'We couldn’t add this passkey. Please try again.';

/** Loaded when needed: it takes half a second and 20 MB. */
const webAuthn = () => import('@simplewebauthn/server');

function partyOf(ctx: Context, request: Request): RelyingParty {
  const party = relyingPartyOf(ctx.config, request);
  if (typeof party === 'string') throw new Problem('state_conflict', party);
  return party;
}

/** At the host of the request. */
export async function isPasskeyLoginPossible(ctx: Context, request: Request): Promise<boolean> {
  const party = relyingPartyOf(ctx.config, request);
  return typeof party !== 'string' && hasPasskeyFor(ctx.db, party.id);
}

/** @throws Problem unauthorized. */
export async function listPasskeys(ctx: Context, request: Request): Promise<Passkeys> {
  const { session } = await currentSession(ctx, request);
  const party = relyingPartyOf(ctx.config, request);
  const rows = await selectPasskeys(ctx.db, session.userId);
  return {
    passkeys: rows.map((row) => toPasskey(row, party)),
    obstacle: typeof party === 'string' ? party : null,
  };
}

/**
 * @returns what the browser makes a passkey from.
 * @throws Problem unauthorized; state_conflict if there can be none, or no more; too_many_requests.
 */
export async function beginPasskey(ctx: Context, request: Request): Promise<RegistrationOptions> {
  const { session, tokenHash } = await currentSession(ctx, request);
  const party = partyOf(ctx, request);
  const existing = await selectPasskeys(ctx.db, session.userId);
  if (existing.length >= MAX_PASSKEYS) throw tooMany();
  const challenge = await openChallenge(ctx, { purpose: 'add', holderHash: tokenHash }, request);
  const { generateRegistrationOptions } = await webAuthn();
  return (await generateRegistrationOptions({
    rpName: party.id,
    rpID: party.id,
    userName: session.username,
    userDisplayName: session.username,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing
      .filter(({ host }) => host === party.id)
      .map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })) as RegistrationOptions;
}

/** @throws Problem unauthorized, invalid_input, state_conflict. */
export async function addPasskey(
  ctx: Context,
  { name, credential }: { name: string; credential: Registration },
  request: Request,
): Promise<Passkey> {
  const { session, tokenHash } = await currentSession(ctx, request);
  const party = partyOf(ctx, request);
  const made = await verifyRegistration(ctx, credential, party, tokenHash);
  return perform(ctx, 'owner', async (act) => {
    const { tx, now } = act;
    await lockNames(tx, act.dialect, ['passkeys']);
    await holdSession(act, tokenHash);
    if ((await selectPasskeys(tx, session.userId)).length >= MAX_PASSKEYS) throw tooMany();
    const row = await insertPasskey(tx, {
      user_id: session.userId,
      credential_id: made.id,
      host: party.id,
      public_key: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: JSON.stringify(credential.response.transports ?? []),
      name,
      created_at: now,
    });
    if (!row) throw new Problem('state_conflict', 'This passkey has already been added.');
    await act.record(activityOf('passkey_added', request, { passkey: name }));
    await accountMailer(act, 'passkey_added', { ...noticeOf(act, request), passkey: name });
    return toPasskey(row, party);
  });
}

async function verifyRegistration(
  ctx: Context,
  credential: Registration,
  party: RelyingParty,
  tokenHash: string,
) {
  const { verifyRegistrationResponse } = await webAuthn();
  const challenge = watchChallenge(ctx, { purpose: 'add', holderHash: tokenHash });
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge.use,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (verified) return registrationInfo.credential;
  } catch (err) {
    ctx.log.info({ err }, 'a passkey was not added');
  }
  throw new Problem('invalid_input', challenge.wasOpen() ? NOT_ADDED : STALE);
}

/** @throws Problem unauthorized, not_found. */
export async function changePasskeyName(
  ctx: Context,
  id: number,
  name: string,
  request: Request,
): Promise<Passkey> {
  const { session } = await currentSession(ctx, request);
  const row = await renamePasskey(ctx.db, session.userId, id, name);
  if (!row) throw notFound();
  return toPasskey(row, relyingPartyOf(ctx.config, request));
}

/**
 * Ends the sessions that it began, except the one that asks.
 * @throws Problem unauthorized, not_found.
 */
export async function removePasskey(ctx: Context, id: number, request: Request): Promise<void> {
  const current = await currentSession(ctx, request);
  await perform(ctx, 'owner', async (act) => {
    const row = await deletePasskey(act.tx, current.session.userId, id);
    if (!row) throw notFound();
    await endSessionsBegunBy(act, current, id);
    const passkey = row.name;
    await act.record(activityOf('passkey_removed', request, { passkey }));
    await accountMailer(act, 'passkey_removed', { ...noticeOf(act, request), passkey });
  });
}

/** @throws Problem state_conflict if there can be none, too_many_requests. */
export async function beginPasskeyUse(
  ctx: Context,
  holder: Holder,
  request: Request,
): Promise<RequestOptions> {
  const party = partyOf(ctx, request);
  const challenge = await openChallenge(ctx, holder, request);
  return { challenge, rpId: party.id, timeout: CHALLENGE_MS, userVerification: 'required' };
}

/**
 * @returns the passkey that was used, with its user.
 * @throws Problem wrong_credentials; too_many_requests as for passwords.
 */
export async function checkPasskey(
  ctx: Context,
  credential: Assertion,
  holder: Holder,
  request: Request,
): Promise<PasskeyRow> {
  const party = partyOf(ctx, request);
  const tokenHash = holder.purpose === 'login' ? null : holder.holderHash;
  return withLimits(ctx, PASSKEYS, { request, tokenHash }, () =>
    verifyUse(ctx, credential, holder, party),
  );
}

async function verifyUse(
  ctx: Context,
  credential: Assertion,
  holder: Holder,
  party: RelyingParty,
): Promise<PasskeyRow> {
  const wrong = (message: string) => new Problem('wrong_credentials', message);
  const passkey = await selectCredential(ctx.db, credential.id, party.id);
  if (!passkey) throw wrong(UNKNOWN);
  const { verifyAuthenticationResponse } = await webAuthn();
  const challenge = watchChallenge(ctx, holder);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge.use,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    });
    if (
      verified &&
      (await countUse(ctx.db, passkey.id, authenticationInfo.newCounter, instantOf(ctx.clock)))
    )
      return passkey;
  } catch (err) {
    ctx.log.info({ err }, 'a passkey was refused');
  }
  throw wrong(challenge.wasOpen() ? UNKNOWN : STALE);
}

/** Remembers whether the challenge was open. */
function watchChallenge(ctx: Context, holder: Holder) {
  let wasOpen = false;
  return {
    wasOpen: () => wasOpen,
    async use(challenge: string): Promise<boolean> {
      wasOpen = await acceptChallenge(ctx, challenge, holder);
      return wasOpen;
    },
  };
}

const notFound = () => new Problem('not_found', 'This passkey has already been removed.');
const tooMany = () =>
  new Problem('state_conflict', `You can have up to ${MAX_PASSKEYS} passkeys. Remove one first.`);

const toPasskey = (row: PasskeyRow, party: RelyingParty | string): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  host: row.host,
  isUsable: typeof party !== 'string' && party.id === row.host,
});

export const passkeyProofs: OtherProofs = {
  names: async (db, userId) =>
    new Map((await selectPasskeys(db, userId)).map(({ id, name }) => [id, name])),
  async drop(act, userId, { remainingPasskeys }, client) {
    // Who says nothing of them keeps them all.
    if (!remainingPasskeys) return [];
    const removed = await deletePasskeys(act.tx, userId, remainingPasskeys);
    await act.record(
      removed.map((passkey) => activityEvent('passkey_removed', client, { passkey })),
    );
    return removed;
  },
  dropAll: (tx, userId) => deletePasskeys(tx, userId),
};
