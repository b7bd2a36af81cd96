/** What in the settings says where buyers' money and emails go. A stolen cookie alone must not redirect them. */
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_EMAIL } from '#contract/admin/setting-rules.ts';
import type { Setting, SettingKey } from '#contract/admin/settings.ts';
import type { TodayRow } from '#contract/admin/today.ts';
import { withoutAt } from '#contract/selling/venmo.ts';
import type { Context } from '#server/context.ts';
import { type AccountMailer, activityOf, noticeOf } from '#server/features/admin/auth/activity.service.ts';
import type { Request } from '#server/features/admin/auth/auth.service.ts';
import { requireConfirmed } from '#server/features/admin/auth/sessions.service.ts';
import { addEvents, latestEvents } from '#server/features/admin/events/events.service.ts';
import type { OnSettingChange } from './settings.service.ts';

/** How long a Venmo handle counts as new: an owner who looks once a day sees it. */
const NEW_MS = 24 * 60 * 60_000;

/** The part of each setting that must not change without a second proof. */
const redirecting: { [K in SettingKey]?: (value: Setting<K>) => unknown } = {
  general: ({ contactEmail }) => contactEmail,
  venmo_settings: ({ venmoUsername, paymentInstructions }) => [withoutAt(venmoUsername), paymentInstructions],
  // The link to the shop's email address in the footer.
  social_links: (links) => links.filter(({ platform }) => platform === 'email').map(({ url }) => url),
};

export const redirects = (key: SettingKey): boolean => redirecting[key] !== undefined;

/** Refuses a change that redirects money or mail until it is confirmed, and says that it has happened: in the log, and to the former contact email. */
export async function guardRedirects<K extends SettingKey>(
  ctx: Context,
  key: K,
  request: Request,
  mailAdmin: AccountMailer,
): Promise<OnSettingChange<K>> {
  const partOf = redirecting[key] as ((value: Setting<K>) => unknown) | undefined;
  // Asked before the transaction, which would wait for itself if it read the session by another connection.
  const refusal =
    partOf &&
    (await requireConfirmed(ctx)(request).then(
      () => null,
      (error: unknown) => error,
    ));
  return async (tx, before, after) => {
    if (!partOf || isDeepStrictEqual(partOf(before), partOf(after))) return;
    if (refusal) throw refusal;
    const [was, is] = [before, after] as Partial<Setting<'general'> & Setting<'venmo_settings'>>[];
    const [formerHandle, handle] = [was, is].map((value) => withoutAt(value?.venmoUsername ?? ''));
    if (handle !== formerHandle) await addEvents(tx, [withHandle(activityOf(ctx, 'venmo_handle_changed', request), handle)]);
    const [former, present] = [was?.contactEmail, is?.contactEmail];
    if (former === undefined || present === undefined || former === present) return;
    await addEvents(tx, [activityOf(ctx, 'contact_email_changed', request)]);
    // A new shop's address is nobody's.
    if (former === DEFAULT_EMAIL) return;
    await mailAdmin(tx, 'contact_email_changed', { ...noticeOf(ctx, request), contactEmails: { former, present } });
  };
}

const withHandle = (event: ReturnType<typeof activityOf>, handle = '') => ({ ...event, data: { ...event.data, handle } });

/** The Venmo handle while it is younger than a day, as Today shows it. */
export async function newVenmoHandle({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<{ count: number; rows: TodayRow[] }> {
  const [last] = await latestEvents(db, ['venmo_handle_changed'], 1);
  const handle = last?.data.handle;
  if (!last || typeof handle !== 'string' || handle === '') return { count: 0, rows: [] };
  if (clock.now().getTime() - Date.parse(last.at) >= NEW_MS) return { count: 0, rows: [] };
  const row = {
    id: 0,
    orderId: null,
    specimenId: null,
    title: `@${handle}`,
    detail: 'Buyers now pay this username.',
    amount: null,
    at: last.at,
  };
  return { count: 1, rows: [row] };
}
