import { DEFAULT_EMAIL } from '#core/contract/admin/setting-checks.ts';
import { settingTable } from '#core/contract/admin/setting-table.ts';
import { isDemoHandle, withoutAt } from '#core/contract/selling/venmo.ts';
import { hasOwnPassword } from '#core/server/admin/auth/admin.service.ts';
import { isSettingStored, readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { perform } from '#core/server/perform.ts';
import { leftOfDemo } from '#core/server/transfer/demo/demo-removal.service.ts';
import {
  type FirstStepName,
  firstStepNames,
} from '#features/first-steps/contract/first-step-rules.ts';
import type { FirstSteps } from '#features/first-steps/contract/first-steps.ts';
import { markerValues, putMarker } from '#platform/db/markers.ts';
import { countOffered } from './first-steps.queries.ts';

/** Markers name skipped steps: whoever goes on, on whatever device, goes on after them. */
const SKIPPED = 'first step skipped';

export async function readFirstSteps(ctx: Context): Promise<FirstSteps> {
  const { venmo_settings: venmo, general, legalPages } = await readSettings(ctx);
  const venmoUsername = withoutAt(venmo.venmoUsername);
  const demo = await leftOfDemo(ctx);
  const skipped = await markerValues(ctx.db, SKIPPED);
  return {
    password: await hasOwnPassword(ctx),
    // Who has switched it off takes no payments by Venmo; a new shop has decided nothing yet.
    venmo: venmo.enabled
      ? venmoUsername !== '' && !isDemoHandle(venmoUsername)
      : await isSettingStored(ctx.db, 'venmo_settings'),
    contactEmail: general.contactEmail !== DEFAULT_EMAIL,
    policies: legalPages.includes('shipping') && legalPages.includes('returns'),
    mail: await hasMailServer(ctx),
    demo: demo && demo.length === 0,
    named:
      general.siteTitle !== settingTable.general.fields.siteTitle.initial || general.logo !== null,
    onSale: await countOffered(ctx.db, demo ?? []),
    skipped: firstStepNames.filter((step) => skipped.includes(step)),
  };
}

/** May be repeated. */
export async function skipFirstStep(ctx: Context, step: FirstStepName): Promise<FirstSteps> {
  await perform(ctx, 'owner', ({ tx, now }) => putMarker(tx, `${SKIPPED}:${step}`, now));
  return readFirstSteps(ctx);
}
