/** Holds: how long a pending order holds its pieces and what happens at the end. Free of schemas, so pages may import it. */
import { keysOf, type Tone } from '#contract/catalogue/statuses.ts';

const HOUR = 60 * 60 * 1000;

/** Unverified buyers may hold this many without counting as abuse: what one buyer may hold. */
export const HARMLESS_PIECES = 10;

/** Whether what unverified buyers hold is so much of what is for sale that the admin should know. */
export const isMuchHeld = (pieces: number, forSale: number): boolean => pieces > 3 && pieces > forSale / 4;

/** How the history and the order's page tell of it. */
export const HOLD_ENDED = 'The hold ended without a payment.';

/** Hours of a hold where the admin has set nothing; 0 means without end. */
export const DEFAULT_HOLD_HOURS = 72;
export const MAX_HOLD_HOURS = 30 * 24;

/** No reminder comes later than this many hours before the end: it would be no help. */
const REMINDER_MARGIN = 2;

/** What happens to an unpaid order when its hold ends: the choices of the setting, with what the admin reads of them. */
export const holdEndTable = {
  dead: 'Cancel, but ask if the buyer was active',
  ask: 'Always ask me',
  all: 'Always cancel',
} as const satisfies Record<string, string>;

export type WhenHoldEnds = keyof typeof holdEndTable;
export const holdEndChoices = keysOf(holdEndTable);

/**
 * When a hold ends, and when its buyer is reminded: at three quarters, at least two hours before the end.
 * @returns instants; `endsAt` null without end, `remindsAt` null where there is no time for a reminder.
 */
export function holdFrom(start: Date, hours: number): { endsAt: string | null; remindsAt: string | null } {
  if (hours <= 0) return { endsAt: null, remindsAt: null };
  const after = (part: number) => new Date(start.getTime() + part * HOUR).toISOString();
  const reminder = Math.min(hours * 0.75, hours - REMINDER_MARGIN);
  return { endsAt: after(hours), remindsAt: reminder > 0 ? after(reminder) : null };
}

/** The states of a pending order's hold, as the admin reads them. */
export const holdStateTable = {
  /** Its end is named beside it. */
  running: { label: 'On hold until', tone: 'quiet' },
  endless: { label: 'On hold, no time limit', tone: 'quiet' },
  /** The clock is stopped until the admin answers. */
  reported: { label: 'Buyer reports payment sent', tone: 'info' },
  /** The same for an order with an unverified email address: the hold is extended once, then the admin is asked. */
  unverified: { label: 'Payment reported, email unverified', tone: 'info' },
  ended: { label: 'Hold ended', tone: 'warn' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type HoldState = keyof typeof holdStateTable;
export const holdStates = keysOf(holdStateTable);

/** By how many hours the admin may extend a hold with one click. */
export const extensions = [
  { hours: 24, label: '1 day' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: '7 days' },
] as const;
