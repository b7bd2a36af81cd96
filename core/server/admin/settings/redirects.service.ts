/** A stolen cookie alone must not redirect buyers' money and emails. */

import { isDeepStrictEqual } from 'node:util';
import { mayRedirect } from '#core/contract/admin/setting-calls.ts';
import { DEFAULT_EMAIL } from '#core/contract/admin/setting-checks.ts';
import type { SettingField } from '#core/contract/admin/setting-kinds.ts';
import { fieldsOf, settingEntry } from '#core/contract/admin/setting-table.ts';
import type { Setting, SettingKey } from '#core/contract/admin/settings.ts';
import type { TodayRow } from '#core/contract/admin/today-rows.ts';
import { DAY_MS } from '#core/contract/durations.ts';
import { withoutAt } from '#core/contract/selling/venmo.ts';
import {
  type AccountMailer,
  activityOf,
  noticeOf,
} from '#core/server/admin/auth/activity.service.ts';
import type { Request } from '#core/server/admin/auth/auth.service.ts';
import { requireConfirmed } from '#core/server/admin/auth/sessions.service.ts';
import { latestEvents } from '#core/server/admin/events/events.service.ts';
import type { Context } from '#core/server/context.ts';
import type { OnSettingChange } from './writing.service.ts';

/** An owner who looks once a day sees it. */
const NEW_MS = DAY_MS;

/** Refuses a change until it is confirmed; then logs it, and tells the former contact email. */
export async function guardRedirects<K extends SettingKey>(
  ctx: Context,
  key: K,
  request: Request,
  mailAdmin: AccountMailer,
): Promise<OnSettingChange<K>> {
  if (!mayRedirect(key)) return async () => {};
  // Asked before the transaction, which would wait for itself if the session were read by another
  // connection.
  const refusal = await requireConfirmed(ctx)(request).then(
    () => null,
    (error: unknown) => error,
  );
  return async (act, before, after) => {
    const changes = redirectsBetween(key, before, after);
    if (changes.length > 0 && refusal) throw refusal;
    const handle = changes.find(({ event }) => event === 'venmo_handle_changed');
    for (const { event, former, present } of changes) {
      if (event === null) continue;
      await act.record(
        activityOf(
          event,
          request,
          handle && event === handle.event ? { former, handle: present } : undefined,
        ),
      );
      // One email is enough, and who sets the handle for the first time redirects nothing.
      if (event === (handle?.event ?? 'payment_instructions_changed') && former !== '')
        await mailAdmin(act, 'payee_changed', {
          ...noticeOf(ctx, request),
          payees: handle ? { former, present } : null,
        });
      // The default address is nobody's.
      if (event === 'contact_email_changed' && former !== DEFAULT_EMAIL)
        await mailAdmin(act, event, {
          ...noticeOf(ctx, request),
          contactEmails: { former, present },
        });
    }
  };
}

type Redirect = {
  event: NonNullable<SettingField['redirects']> | null;
  former: string;
  present: string;
};

function redirectsBetween<K extends SettingKey>(
  key: K,
  before: Setting<K>,
  after: Setting<K>,
): Redirect[] {
  const partOf = settingEntry(key).redirects as ((value: Setting<K>) => unknown) | undefined;
  const isPartChanged = partOf !== undefined && !isDeepStrictEqual(partOf(before), partOf(after));
  const fields = fieldsOf(key).flatMap(([name, { kind, redirects }]): Redirect[] => {
    if (redirects === undefined) return [];
    const [former = '', present = ''] = [before, after].map((value) => {
      const text = String(value[name as keyof Setting<K>]);
      return kind === 'handle' ? withoutAt(text) : text;
    });
    return former === present ? [] : [{ event: redirects, former, present }];
  });
  return [...(isPartChanged ? [{ event: null, former: '', present: '' }] : []), ...fields];
}

/** Shown in Today while it is younger than a day. */
export async function newVenmoHandle({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<{ count: number; rows: TodayRow[] }> {
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
