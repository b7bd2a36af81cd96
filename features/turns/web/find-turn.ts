/** How light each part of a small copy is, row by row, 0 to 255; `width` is the parts of a row. */
export type Moment = { time: number; lightness: ArrayLike<number>; width: number };

/**
 * In seconds. `isSure` is false where the video does not come back to its beginning: then it is
 * taken as a whole.
 */
export type Span = { start: number; end: number; isSure: boolean };

/** Below this mean difference, of 255, a video does not turn. */
const MOVES = 2;
/** Alike moments differ by at most this share of the largest difference. */
const ALIKE = 0.3;

/** @param moments in order, at equal intervals; `end` is when the video ends. */
export function findTurn(moments: readonly Moment[], end: number): Span {
  const [first] = moments;
  const whole = { start: first?.time ?? 0, end, isSure: false };
  if (!first) return whole;
  const from = moments.map((moment) => difference(first, moment));
  // From one moment to the next; at the first one it counts most, because that is where the video
  // comes back to.
  const step = Math.max(
    from[1] ?? 0,
    median(moments.slice(1).map((moment, index) => difference(moments[index] ?? first, moment))),
  );
  const most = Math.max(...from);
  // Until the piece shows another side, each moment is like the first.
  const left = from.findIndex((amount) => amount > most / 2);
  if (most < MOVES || left < 0) return whole;
  const isLow = (amount: number) => amount <= Math.max(1.2 * step, most * ALIKE);
  const returns = from.flatMap((amount, at) => {
    const isLowest =
      at > left &&
      amount <= (from[at - 1] ?? 0) &&
      amount <= (from[at + 1] ?? Number.POSITIVE_INFINITY);
    return isLowest && isLow(amount) ? [{ at, amount }] : [];
  });
  const best = Math.min(...returns.map(({ amount }) => amount));
  // The turn may end between two moments, of which the nearer differs by up to half a step. A cube
  // looks alike four times in a turn, but never quite: the first that is nearly as good as any.
  const found = returns.find(({ amount }) => amount <= best * 1.25 + step * 0.75);
  if (!found) return whole;
  // A video made to be repeated ends one moment before it looks again as it did at first.
  if (found.at === moments.length - 1) return { ...whole, isSure: true };
  return { ...whole, end: moments[found.at]?.time ?? end, isSure: true };
}

/** On average of 255, whatever the light of the room did. */
function difference({ lightness: a }: Moment, { lightness: b }: Moment): number {
  const shift = (mean(b) - mean(a)) | 0;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) + shift - (b[at] ?? 0));
  return sum / a.length;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] ?? 0;
  return sum / values.length;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Moments this far apart show where the front moves, and by how many parts it may have moved
 * between them.
 */
const APART = 3;
const FARTHEST = 4;

/** The front should follow the finger. Without a clear answer, to the right. */
export function wayOf(moments: readonly Moment[]): 'left' | 'right' {
  let sum = 0;
  for (let at = APART; at < moments.length; at += 1)
    sum += shiftOf(moments[at - APART] as Moment, moments[at] as Moment);
  return sum < 0 ? 'left' : 'right';
}

/** By how many parts the middle has moved to the right: 1 or more, or -1 or less, or 0. */
function shiftOf({ lightness: before, width }: Moment, { lightness: after }: Moment): number {
  const height = before.length / width;
  const [left, right] = [Math.round(width / 4), Math.round((width * 3) / 4)];
  let best = { shift: 0, amount: Number.POSITIVE_INFINITY };
  for (let shift = -FARTHEST; shift <= FARTHEST; shift += 1) {
    let amount = 0;
    for (let y = Math.round(height / 4); y < Math.round((height * 5) / 6); y += 1) {
      for (let x = left; x < right; x += 1)
        amount += Math.abs((before[y * width + x] ?? 0) - (after[y * width + x + shift] ?? 0));
    }
    if (amount < best.amount) best = { shift, amount };
  }
  return Math.sign(best.shift);
}
