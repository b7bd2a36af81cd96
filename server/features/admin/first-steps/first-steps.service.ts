import { type FirstStepName, firstStepNames } from '#contract/admin/first-step-rules.ts';
import type { FirstSteps } from '#contract/admin/first-steps.ts';
import { DEFAULT_EMAIL } from '#contract/admin/setting-rules.ts';
import { general as generalSetting } from '#contract/admin/settings.ts';
import { isDemoHandle, withoutAt } from '#contract/selling/venmo.ts';
import type { Context } from '#server/context.ts';
import { hasOwnPassword } from '#server/features/admin/auth/admin.service.ts';
import { isSettingStored, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { leftOfDemo } from '#server/features/transfer/demo/demo-removal.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { markerValues, putMarker } from '#server/platform/db/markers.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { countOffered } from './first-steps.queries.ts';

/** Its markers name the steps that the admin has passed over: whoever goes on, on whatever device, goes on after them. */
const SKIPPED = 'first step skipped';

/** Which of the first steps the admin has done, and which were skipped. */
export async function readFirstSteps(ctx: Context): Promise<FirstSteps> {
  const { venmo_settings: venmo, general, legalPages } = await readSettings(ctx);
  const venmoUsername = withoutAt(venmo.venmoUsername);
  const demo = await leftOfDemo(ctx);
  const skipped = await markerValues(ctx.db, SKIPPED);
  return {
    password: await hasOwnPassword(ctx),
    // Who has switched it off takes no payments by Venmo; a new shop has decided nothing yet.
    venmo: venmo.enabled ? venmoUsername !== '' && !isDemoHandle(venmoUsername) : await isSettingStored(ctx.db, 'venmo_settings'),
    contactEmail: general.contactEmail !== DEFAULT_EMAIL,
    policies: legalPages.includes('shipping') && legalPages.includes('returns'),
    mail: await hasMailServer(ctx),
    demo: demo && demo.length === 0,
    named: general.siteTitle !== generalSetting.parse({}).siteTitle || general.logo !== null,
    onSale: await countOffered(ctx.db, demo ?? []),
    skipped: firstStepNames.filter((step) => skipped.includes(step)),
  };
}

/** Passes a step over, until it is done after all. May be repeated. */
export async function skipFirstStep(ctx: Context, step: FirstStepName): Promise<FirstSteps> {
  await inTransaction(ctx.db, (tx) => putMarker(tx, `${SKIPPED}:${step}`, instantOf(ctx.clock)));
  return readFirstSteps(ctx);
}
