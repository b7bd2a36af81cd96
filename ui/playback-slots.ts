/**
 * The last two videos that want to play have a slot. A visitor's choice for a video holds for the
 * visit.
 */
import { useEffect, useId, useSyncExternalStore } from 'react';

const MAX_PLAYING = 2;

let waiting: readonly string[] = [];
const listeners = new Set<() => void>();
const choices = new Map<string, 'play' | 'pause'>();

function change(videos: readonly string[]) {
  waiting = videos;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * @param wants it is in view and not paused.
 * @param asked how often the visitor has started or paused it; each time it becomes the last one
 * and so gets a slot at once.
 */
export function usePlaybackSlot(wants: boolean, asked: number): boolean {
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `asked` puts it at the end again
  useEffect(() => {
    if (!wants) return;
    change([...waiting, id]);
    return () => change(waiting.filter((other) => other !== id));
  }, [wants, asked, id]);
  return useSyncExternalStore(
    subscribe,
    () => waiting.slice(-MAX_PLAYING).includes(id),
    () => false,
  );
}

/**
 * The visitor paused it before, or has not started it and prefers reduced motion or reduced data.
 */
export function startsPaused(url: string): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const wantsLittle =
    matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
  return (choices.get(url) ?? (wantsLittle ? 'pause' : 'play')) === 'pause';
}

export const remember = (url: string, choice: 'play' | 'pause') => choices.set(url, choice);
