import { setTimeout } from 'node:timers/promises';
import { queueFull } from './http/busy.ts';
import { watchSilence } from './silence.ts';

/** Once a search was silent this long, no one waits for it. */
const STUCK_MS = 2_000;

type Shares = { pauseMs: number; atOnce: number };

/**
 * Everyone who asks before a search begins shares it; searches run one after another with a pause.
 * @throws Problem unavailable at once while a search gets no answer; what `find` throws.
 */
export function shareSearches<Ask, Found>(
  { pauseMs, atOnce }: Shares,
  find: (all: Ask[]) => Promise<Found>,
): (ask: Ask) => Promise<Found> {
  let last: { asks: Ask[]; found: Promise<Found>; isOpen: boolean } | null = null;
  let before: Promise<unknown> = Promise.resolve();
  const silence = watchSilence(STUCK_MS);

  function plan() {
    const asks: Ask[] = [];
    const found = before.then(() => {
      planned.isOpen = false;
      silence.begin();
      return find(asks).finally(silence.end);
    });
    before = found.catch(() => {}).then(() => setTimeout(pauseMs));
    const planned = { asks, found, isOpen: true };
    return planned;
  }

  return async (ask) => {
    if (silence.isTooLong()) throw queueFull;
    if (!last?.isOpen || last.asks.length === atOnce) last = plan();
    last.asks.push(ask);
    return last.found;
  };
}
