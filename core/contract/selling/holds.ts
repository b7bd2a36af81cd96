/** Pages import this: keep schemas out. */
import { keysOf, type Tone } from '#core/contract/tables.ts';

const HOUR = 60 * 60 * 1000;

/** One buyer may hold as many. */
export const HARMLESS_PIECES = 10;

export const isMuchHeld = (pieces: number, forSale: number): boolean =>
  pieces > 3 && pieces > forSale / 4;

export const HOLD_ENDED = 'The hold ended without a payment.';

/** 0 means without end. */
export const DEFAULT_HOLD_HOURS = 72;
export const MAX_HOLD_HOURS = 30 * 24;

/** A later reminder would be no help: hours before the end. */
const REMINDER_MARGIN = 2;

export const holdEndTable = {
  dead: 'Cancel, but ask if the buyer was active',
  ask: 'Always ask me',
  all: 'Always cancel',
} as const satisfies Record<string, string>;

export type WhenHoldEnds = keyof typeof holdEndTable;

/**
 * Reminds at three quarters, at least two hours before the end. @returns instants; `endsAt` null
 * without end, `remindsAt` null where there is no time for a reminder.
 */
export function holdFrom(
  start: Date,
  hours: number,
): { endsAt: string | null; remindsAt: string | null } {
  if (hours <= 0) return { endsAt: null, remindsAt: null };
  const after = (part: number) => new Date(start.getTime() + part * HOUR).toISOString();
  const reminder = Math.min(hours * 0.75, hours - REMINDER_MARGIN);
  return { endsAt: after(hours), remindsAt: reminder > 0 ? after(reminder) : null };
}

export const holdStateTable = {
  running: { label: 'On hold until', tone: 'quiet' },
  endless: { label: 'On hold, no time limit', tone: 'quiet' },
  /** The clock is stopped until the admin answers. */
  reported: { label: 'Buyer reports payment sent', tone: 'info' },
  /** The hold is extended once, then the admin is asked. */
  unverified: { label: 'Payment reported, email unverified', tone: 'info' },
  ended: { label: 'Hold ended', tone: 'warn' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type HoldState = keyof typeof holdStateTable;
export const holdStates = keysOf(holdStateTable);

/** In hours. */
export const extensions = [
  { hours: 24, label: '1 day' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: '7 days' },
] as const;
