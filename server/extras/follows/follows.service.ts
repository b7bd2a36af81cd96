/** Want lists: an email address follows a list of the gallery, confirmed and ended by the links of its mails. */

import { parseRule } from '#contract/catalogue/collection-rules.ts';
import { followedQuery } from '#contract/catalogue/list-urls.ts';
import type { Follow, Followable, FollowedLists, NewFollow } from '#contract/extras/follows/follows.ts';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { isNamedByShop, listName } from '#server/features/catalogue/specimens/facets/list-name.service.ts';
import { countMatching, matchingIds } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { checkForm } from '#server/features/messages/forms/forms.service.ts';
import { removeKeyedMails } from '#server/features/messages/mail/mail.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { readBuyer } from '#server/features/selling/buyers/buyers.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { emptyLog } from '#server/platform/db/deleted-data.ts';
import { inTransaction, writeOrTakeBack } from '#server/platform/db/transaction.ts';
import { newToken } from '#server/platform/http/cookies.ts';
import { isSecret } from '#server/platform/http/secrets.ts';
import { checkHour, checkLimits } from './follow-limits.ts';
import { mailKeysOf, mailQuestion } from './follow-mails.ts';
import {
  clearIpAddresses,
  confirm,
  countConfirmed,
  deleteFollows,
  type FollowRow,
  insertFollow,
  selectFollow,
  selectFollowers,
  selectFollowsOf,
  selectUnconfirmed,
} from './follows.queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A list that is longer is everything that arrives: what is new in it is in its feed. */
export const MAX_MATCHES = 5_000;
const MAX_SHOWN = 100;
const MAX_CLEANED_AT_ONCE = 500;

/** A list of the gallery as one may follow it. @throws Problem invalid_input for a price bound that is no amount. */
export async function readFollowable(ctx: Context, query: string): Promise<Followable> {
  const followed = followedQuery(query);
  const total = await countMatching(ctx, parseRule(followed), { hidden: false });
  return { query: followed, name: await nameOf(ctx, followed), total, canMail: (await hasMailServer(ctx)) && total <= MAX_MATCHES };
}

/**
 * Asks an email address by mail whether it wants to be told of what is new in a list. The same happens for every address, known or not.
 * @throws Problem state_conflict where nobody can be told; too_many_requests; what `checkForm` throws.
 */
export async function askToFollow(ctx: Context, input: NewFollow, ipAddress: string): Promise<void> {
  await checkForm(ctx, input);
  // Before the list is counted.
  if (ctx.config.rateLimits) await checkHour(ctx, ctx.db, ipAddress);
  const { query, name, canMail } = await readFollowable(ctx, input.query);
  if (!canMail) throw new Problem('state_conflict', 'We can’t email you about this list. Follow its feed instead.');
  const settings = await readSettings(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const isInLimits = !ctx.config.rateLimits || (await checkLimits(ctx, tx, { ipAddress, email: input.email }));
    const { isBlocked } = await readBuyer(tx, input.email);
    const unconfirmed = { confirmed_at: null, look_at: null, known: '[]' };
    const row = { query, email: input.email, follow_key: newToken(), ip_address: ipAddress, created_at: instantOf(ctx.clock) };
    const follow = await insertFollow(tx, { ...row, ...unconfirmed });
    const shownName = isNamedByShop(parseRule(query)) ? name : null;
    await writeOrTakeBack(tx, isInLimits && !isBlocked, () => mailQuestion(ctx, tx, follow, shownName, settings));
  });
}

/** @throws Problem not_found, the same for one that has ended and a key that is not its own. */
export async function readFollow(ctx: Context, given: KeyedLink): Promise<Follow> {
  const { id, query, confirmed_at } = await readable(ctx, given);
  return { id, query, name: await nameOf(ctx, query), isConfirmed: confirmed_at !== null };
}

/** From now on its address is told of what is new. Once more it changes nothing. @throws Problem not_found. */
export async function confirmFollow(ctx: Context, given: KeyedLink): Promise<Follow> {
  const { id, query, email, confirmed_at } = await readable(ctx, given);
  if (confirmed_at === null) {
    const known = await matchingIds(ctx, parseRule(query), MAX_MATCHES);
    const at = instantOf(ctx.clock);
    await inTransaction(ctx.db, async (tx) => {
      if (!(await confirm(tx, id, { at, lookAt: at, known }))) return;
      // The same list again: the newer one stays.
      const others = (await selectFollowsOf(tx, email)).filter((other) => other.id !== id && other.query === query);
      await end(tx, others);
    });
  }
  return readFollow(ctx, given);
}

/** No more emails, and nothing of it is kept. @throws Problem not_found. */
export async function endFollow(ctx: Context, given: KeyedLink): Promise<void> {
  const row = await readable(ctx, given);
  await inTransaction(ctx.db, (tx) => end(tx, [row]));
  await emptyLog(ctx);
}

/** Which lists are followed by how many. */
export async function followedLists(ctx: Context): Promise<FollowedLists> {
  const lists = await selectFollowers(ctx.db, MAX_SHOWN);
  return Promise.all(lists.map(async (row) => ({ ...row, name: await nameOf(ctx, row.query) })));
}

/** How many alerts are set and confirmed. */
export const countAlerts = ({ db }: Pick<Context, 'db'>): Promise<number> => countConfirmed(db);

/** What a followed list is called. @param query as `followedQuery` gives it. */
export const nameOf = async (ctx: Context, query: string): Promise<string> =>
  (await listName(ctx, parseRule(query))) || 'the whole gallery';

/** Everything that want lists have of an email address, whatever its case; without the keys of links. */
export async function followsOf({ db }: Pick<Context, 'db'>, email: string): Promise<Omit<FollowRow, 'follow_key' | 'known'>[]> {
  return (await selectFollowsOf(db, email)).map(({ follow_key: _, known: __, ...row }) => row);
}

/** Ends every follow of an email address, and forgets it with its mails. */
export const eraseFollowsOf = async (tx: Tx, email: string): Promise<void> => end(tx, await selectFollowsOf(tx, email));

/** Clears what is no longer needed: IP addresses from the instant on, and questions unanswered for a day. */
export async function cleanUpFollows(ctx: Context, until: string): Promise<void> {
  await clearIpAddresses(ctx.db, until);
  const dayAgo = new Date(ctx.clock.now().getTime() - DAY_MS).toISOString();
  const ids = await selectUnconfirmed(ctx.db, dayAgo, MAX_CLEANED_AT_ONCE);
  await inTransaction(ctx.db, async (tx) => {
    const ended = await deleteFollows(tx, ids);
    await removeKeyedMails(tx, ended.flatMap(mailKeysOf));
  });
}

async function end(tx: Tx, rows: FollowRow[]): Promise<void> {
  const ended = await deleteFollows(
    tx,
    rows.map(({ id }) => id),
  );
  await removeKeyedMails(tx, ended.flatMap(mailKeysOf));
}

async function readable({ db }: Context, { id, key }: KeyedLink): Promise<FollowRow> {
  const row = await selectFollow(db, id);
  if (!row || !isSecret(key, row.follow_key)) throw new Problem('not_found', 'You’re no longer subscribed to this alert.');
  return row;
}
