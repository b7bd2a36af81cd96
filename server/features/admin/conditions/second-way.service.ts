/** A second way to reach the owner when email itself is broken: an ntfy topic or a webhook. Its address is secret: it lets anyone post there. */
import type { Alert, SecondWay } from '#contract/admin/second-way.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { activityOf, type Requester } from '#server/features/admin/auth/activity.service.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { isPublicUrl, NotPublic } from '#server/platform/http/public-address.ts';
import { type PostPublicly, postPublicly } from '#server/platform/http/public-post.ts';
import { deleteSecret, putSecret, readSecret } from '#server/platform/secrets.ts';

const SECRET = 'second way';

/** null: none, or it can't be read here. */
export async function readSecondWay(ctx: Pick<Context, 'config' | 'db'>): Promise<SecondWay> {
  const secret = await readSecret(ctx, ctx.db, SECRET);
  return secret.state === 'known' ? (JSON.parse(secret.text) as SecondWay) : null;
}

export async function saveSecondWay(ctx: Context, way: SecondWay, request: Requester): Promise<void> {
  if (way !== null && !isPublicUrl(way.url)) throw notPublic(new URL(way.url).host);
  await inTransaction(ctx.db, async (tx) => {
    if (way === null) await deleteSecret(tx, SECRET);
    else await putSecret(ctx, tx, SECRET, JSON.stringify(way));
    await addEvents(tx, [activityOf(ctx, 'second_way_changed', request)]);
  });
}

/** Nothing of buyers is in it: sentences about the shop itself. */
export async function postAlert(way: NonNullable<SecondWay>, alert: Alert, post: PostPublicly = postPublicly): Promise<number> {
  if (way.kind === 'webhook') return post(way.url, { 'content-type': 'application/json' }, JSON.stringify(alert));
  const headers = { title: asciiOnly(`${alert.shop}: ${alert.title}`), priority: alert.state === 'began' ? 'high' : 'default' };
  return post(way.url, { ...headers, 'content-type': 'text/plain; charset=utf-8' }, `${alert.title}\n${alert.text}`);
}

const notPublic = (host: string) => new Problem('state_conflict', `${host} isn’t on the public internet. Use a public https address.`);

/** Headers hold nothing else. */
const asciiOnly = (text: string) => text.replaceAll('’', "'").replace(/[^ -~]/g, '');

/** Tries it. @throws Problem unavailable saying what to do. */
export async function testSecondWay(way: NonNullable<SecondWay>, shop: string, post?: PostPublicly): Promise<void> {
  const alert: Alert = {
    shop,
    condition: 'test',
    state: 'began',
    title: 'This is a test',
    text: 'Alerts about your shop will arrive here.',
  };
  const { host } = new URL(way.url);
  const status = await postAlert(way, alert, post).catch((error: unknown) => {
    if (error instanceof NotPublic) throw notPublic(host);
    throw new Problem('unavailable', `${host} didn’t answer. Check the address and this machine’s internet connection.`);
  });
  if (status < 200 || status > 299)
    throw new Problem('state_conflict', `${host} refused the message (status ${status}). Check the address.`);
}
