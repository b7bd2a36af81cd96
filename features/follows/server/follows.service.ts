import { parseRule } from '#core/contract/catalogue/collection-rules.ts';
import { followedQuery } from '#core/contract/catalogue/list-urls.ts';
import { DAY_MS } from '#core/contract/durations.ts';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import {
  isNamedByShop,
  listName,
} from '#core/server/catalogue/specimens/facets/list-name.service.ts';
import {
  countMatching,
  matchingIds,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { checkForm } from '#core/server/messages/forms/forms.service.ts';
import { removeKeyedMails } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { perform } from '#core/server/perform.ts';
import { readBuyer } from '#core/server/selling/buyers/buyers.service.ts';
import type {
  Follow,
  Followable,
  FollowedLists,
  NewFollow,
} from '#features/follows/contract/follows.ts';
import { emptyLog } from '#platform/db/deleted-data.ts';
import { writeOrTakeBack } from '#platform/db/transaction.ts';
import { newToken } from '#platform/http/cookies.ts';
import { isSecret } from '#platform/http/secrets.ts';
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

/** A longer list is everything that arrives: its feed has what is new. */
export const MAX_MATCHES = 5_000;
const MAX_SHOWN = 100;
const MAX_CLEANED_AT_ONCE = 500;

/** @throws Problem invalid_input for a price bound that is no amount. */
export async function readFollowable(ctx: Context, query: string): Promise<Followable> {
  const followed = followedQuery(query);
  const total = await countMatching(ctx, parseRule(followed), { hidden: false });
  return {
    query: followed,
    name: await nameOf(ctx, followed),
    total,
    canMail: (await hasMailServer(ctx)) && total <= MAX_MATCHES,
  };
}

/**
 * The same happens for every address, known or not.
 * @throws Problem state_conflict where nobody can be told; too_many_requests; what `checkForm`
 * throws.
 */
export async function askToFollow(
  ctx: Context,
  input: NewFollow,
  ipAddress: string,
): Promise<void> {
  await checkForm(ctx, input);
  // Before the list is counted.
  if (ctx.config.rateLimits) await checkHour(ctx, ipAddress);
  const { query, name, canMail } = await readFollowable(ctx, input.query);
  if (!canMail)
    throw new Problem(
      'state_conflict',
      'We can’t email you about this list. Follow its feed instead.',
    );
  await perform(ctx, 'buyer', async (act) => {
    const { tx, now } = act;
    const isInLimits =
      !act.config.rateLimits || (await checkLimits(act, { ipAddress, email: input.email }));
    const { isBlocked } = await readBuyer(tx, input.email);
    const unconfirmed = { confirmed_at: null, look_at: null, known: '[]' };
    const row = {
      query,
      email: input.email,
      follow_key: newToken(),
      ip_address: ipAddress,
      created_at: now,
    };
    const follow = await insertFollow(tx, { ...row, ...unconfirmed });
    const shownName = isNamedByShop(parseRule(query)) ? name : null;
    await writeOrTakeBack(tx, isInLimits && !isBlocked, () => mailQuestion(act, follow, shownName));
  });
}

/** @throws Problem not_found, alike for one that has ended and a key that is not its own. */
export async function readFollow(ctx: Context, given: KeyedLink): Promise<Follow> {
  const { id, query, confirmed_at } = await readable(ctx, given);
  return { id, query, name: await nameOf(ctx, query), isConfirmed: confirmed_at !== null };
}

/** Repeating changes nothing. @throws Problem not_found */
export async function confirmFollow(ctx: Context, given: KeyedLink): Promise<Follow> {
  const { id, query, email, confirmed_at } = await readable(ctx, given);
  if (confirmed_at === null) {
    const known = await matchingIds(ctx, parseRule(query), MAX_MATCHES);
    await perform(ctx, 'buyer', async (act) => {
      const { tx, now } = act;
      if (!(await confirm(tx, id, { at: now, lookAt: now, known }))) return;
      // The same list again: the newer one stays.
      const others = (await selectFollowsOf(tx, email)).filter(
        (other) => other.id !== id && other.query === query,
      );
      await end(act, others);
    });
  }
  return readFollow(ctx, given);
}

/** Nothing of the follow is kept. @throws Problem not_found */
export async function endFollow(ctx: Context, given: KeyedLink): Promise<void> {
  const row = await readable(ctx, given);
  await perform(ctx, 'buyer', (act) => end(act, [row]));
  await emptyLog(ctx);
}

export async function followedLists(ctx: Context): Promise<FollowedLists> {
  const lists = await selectFollowers(ctx.db, MAX_SHOWN);
  return Promise.all(lists.map(async (row) => ({ ...row, name: await nameOf(ctx, row.query) })));
}

export const countAlerts = ({ db }: Pick<Context, 'db'>): Promise<number> => countConfirmed(db);

/** @param query as `followedQuery` gives it. */
export const nameOf = async (ctx: Context, query: string): Promise<string> =>
  (await listName(ctx, parseRule(query))) || 'the whole gallery';

/** Ignores the address's case; leaves out the keys of links. */
export async function followsOf(
  { db }: Pick<Context, 'db'>,
  email: string,
): Promise<Omit<FollowRow, 'follow_key' | 'known'>[]> {
  return (await selectFollowsOf(db, email)).map(({ follow_key: _, known: __, ...row }) => row);
}

export const eraseFollowsOf = async (act: Act, email: string): Promise<void> =>
  end(act, await selectFollowsOf(act.tx, email));

/** Clears IP addresses from the instant on, and questions unanswered for a day. */
export const cleanUpFollows = (ctx: Context, until: string): Promise<void> =>
  perform(ctx, 'system', async (act) => {
    await clearIpAddresses(act.tx, until);
    const dayAgo = new Date(Date.parse(act.now) - DAY_MS).toISOString();
    await remove(act, await selectUnconfirmed(act.tx, dayAgo, MAX_CLEANED_AT_ONCE));
  });

const end = (act: Act, rows: FollowRow[]): Promise<void> =>
  remove(
    act,
    rows.map(({ id }) => id),
  );

async function remove({ tx }: Act, ids: number[]): Promise<void> {
  const ended = await deleteFollows(tx, ids);
  await removeKeyedMails(tx, ended.flatMap(mailKeysOf));
}

async function readable({ db }: Context, { id, key }: KeyedLink): Promise<FollowRow> {
  const row = await selectFollow(db, id);
  if (!row || !isSecret(key, row.follow_key))
    throw new Problem('not_found', 'You’re no longer subscribed to this alert.');
  return row;
}
