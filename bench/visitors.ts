/** Visitors who come while something else is measured. */
import { setTimeout } from 'node:timers/promises';
import { fetchAnswer, type Server } from './servers.ts';

/** One visitor after another asks for a cached page and for one that nobody has seen yet. */
const VISIT_EVERY_MS = 100;

/** Milliseconds until each answer; `refused`: how many were turned away, as the shop was busy. */
export type Visits = { cached: number[]; uncached: number[]; refused: number };

export function visit({ origin }: Server, from: number): { stop(): Promise<Visits> } {
  const times: Visits = { cached: [], uncached: [], refused: 0 };
  let isOver = false;
  const timed = async (path: string, into: number[]) => {
    const begun = performance.now();
    try {
      await fetchAnswer(origin, { path });
    } catch {
      times.refused += 1;
    }
    into.push(performance.now() - begun);
  };
  const visiting = (async () => {
    await timed('/', []);
    for (let specimen = from; !isOver; specimen++) {
      await Promise.all([
        timed('/', times.cached),
        timed(`/?search=stone${specimen}`, times.uncached),
        setTimeout(VISIT_EVERY_MS),
      ]);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await visiting;
      return times;
    },
  };
}

export function p99(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
