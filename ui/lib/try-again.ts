/** Loaded once the shop is too busy to answer. */
import { dismissToast, shownToast, toast } from '#ui/toast.ts';
import type { AnyGiven } from './api.ts';

const MOST = 5;
const USUAL_SECONDS = 2;

const tries = new WeakMap<AnyGiven, number>();

/**
 * Waits as long as the shop asks to, and up to as long again, so that not all come at once.
 * @returns whether to send it again: it is safe to repeat, and was not tried too often.
 */
export async function triesAgain(
  name: string,
  given: AnyGiven,
  response: Response,
): Promise<boolean> {
  const tried = tries.get(given) ?? 0;
  const isSafe = name.startsWith('GET ') || given.headers?.['idempotency-key'] !== undefined;
  if (!isSafe || tried === MOST || !response.headers.has('retry-after')) return false;
  tries.set(given, tried + 1);
  const seconds = Number(response.headers.get('retry-after')) || USUAL_SECONDS;
  toast({ title: 'Very busy, trying again', duration: seconds * 3_000 });
  const shown = shownToast.get()?.id ?? 0;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 * (1 + Math.random())));
  dismissToast(shown);
  return given.signal?.aborted !== true;
}
