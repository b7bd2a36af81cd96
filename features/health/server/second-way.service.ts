/**
 * Reaches the owner when email is broken: an ntfy topic or a webhook. The URL is secret: it lets
 * anyone post there.
 */

import { Problem } from '#core/contract/problems.ts';
import { activityOf, type Requester } from '#core/server/admin/auth/activity.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { Alert, SecondWay } from '#features/health/contract/second-way.ts';
import { isPublicUrl, NotPublic } from '#platform/http/public-address.ts';
import { type PostPublicly, postPublicly } from '#platform/http/public-post.ts';
import { deleteSecret, putSecret, readSecret } from '#platform/secrets.ts';

const SECRET = 'second way';

/** null: none, or it can't be read here. */
export async function readSecondWay(ctx: Pick<Context, 'config' | 'db'>): Promise<SecondWay> {
  const secret = await readSecret(ctx, ctx.db, SECRET);
  return secret.state === 'known' ? (JSON.parse(secret.text) as SecondWay) : null;
}

export async function saveSecondWay(
  ctx: Context,
  way: SecondWay,
  request: Requester,
): Promise<void> {
  if (way !== null && !isPublicUrl(way.url)) throw notPublic(new URL(way.url).host);
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    if (way === null) await deleteSecret(tx, SECRET);
    else await putSecret(act, tx, SECRET, JSON.stringify(way));
    await act.record(activityOf('second_way_changed', request));
  });
}

/** Sends sentences about the shop, nothing of buyers. */
export async function postAlert(
  way: NonNullable<SecondWay>,
  alert: Alert,
  post: PostPublicly = postPublicly,
): Promise<number> {
  if (way.kind === 'webhook')
    return post(way.url, { 'content-type': 'application/json' }, JSON.stringify(alert));
  const headers = {
    title: asciiOnly(`${alert.shop}: ${alert.title}`),
    priority: alert.state === 'began' ? 'high' : 'default',
  };
  return post(
    way.url,
    { ...headers, 'content-type': 'text/plain; charset=utf-8' },
    `${alert.title}\n${alert.text}`,
  );
}

const notPublic = (host: string) =>
  new Problem(
    'state_conflict',
    `${host} isn’t on the public internet. Use a public https address.`,
  );

/** Headers hold nothing else. */
const asciiOnly = (text: string) => text.replaceAll('’', "'").replace(/[^ -~]/g, '');

/** @throws Problem unavailable, state_conflict saying what to do. */
export async function testSecondWay(
  way: NonNullable<SecondWay>,
  shop: string,
  post?: PostPublicly,
): Promise<void> {
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
    throw new Problem(
      'unavailable',
      `${host} didn’t answer. Check the address and this machine’s internet connection.`,
    );
  });
  if (status < 200 || status > 299)
    throw new Problem(
      'state_conflict',
      `${host} refused the message (status ${status}). Check the address.`,
    );
}
