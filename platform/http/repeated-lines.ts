import { systemClock } from '../clock.ts';

const WINDOW_MS = 60_000;
/** Beyond this many different lines in a window, further ones are written as they come. */
const MAX_KINDS = 200;
const WARNING = 40;
const FATAL = 60;

type LogLine = { level: number; msg?: string; err?: { type?: string; message?: string } };
type Repeats = { line: LogLine; count: number };

/**
 * A stranger cannot fill the log: lines alike in level, message and error are counted for a minute,
 * then told by a line with `repeated`.
 */
export function countRepeats(
  write: (line: string) => void,
  windowMs = WINDOW_MS,
): (line: string) => void {
  const seen = new Map<string, Repeats>();

  function endWindow(key: string): void {
    const { line, count } = seen.get(key) ?? { line: null, count: 0 };
    seen.delete(key);
    if (line && count > 0)
      write(`${JSON.stringify({ ...line, time: systemClock.now().getTime(), repeated: count })}\n`);
  }

  return (text) => {
    const level = levelOf(text);
    if (level < WARNING || level >= FATAL) return write(text);
    const { msg, err } = JSON.parse(text) as LogLine;
    const key = JSON.stringify([level, msg, err?.type, err?.message]);
    const repeats = seen.get(key);
    if (repeats) {
      repeats.count += 1;
      return;
    }
    if (seen.size < MAX_KINDS) {
      seen.set(key, { line: { level, msg }, count: 0 });
      setTimeout(endWindow, windowMs, key).unref();
    }
    write(text);
  };
}

const levelOf = (text: string): number => Number(/^\{"level":(\d+)/.exec(text)?.[1] ?? 0);
