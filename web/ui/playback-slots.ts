/** Which videos play: those in view wait for a turn, the two that came last have one. And what the visitor said about a video stands for the visit. */
import { useEffect, useId, useSyncExternalStore } from 'react';

const AT_ONCE = 2;

let inView: readonly string[] = [];
const listeners = new Set<() => void>();
const choices = new Map<string, 'play' | 'pause'>();

function change(videos: readonly string[]) {
  inView = videos;
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * @param wants it is in view and not paused.
 * @param asked counts how often the visitor asked for it; who is asked for comes last and so is served at once.
 */
export function usePlaybackSlot(wants: boolean, asked: number): boolean {
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: being asked for again puts it at the end again
  useEffect(() => {
    if (!wants) return;
    change([...inView, id]);
    return () => change(inView.filter((other) => other !== id));
  }, [wants, asked, id]);
  return useSyncExternalStore(
    subscribe,
    () => inView.slice(-AT_ONCE).includes(id),
    () => false,
  );
}

/** Paused before, or not yet started by a visitor who wants little motion or little traffic. */
export function startsPaused(url: string): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const wantsLittle = matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
  return (choices.get(url) ?? (wantsLittle ? 'pause' : 'play')) === 'pause';
}

export const remember = (url: string, choice: 'play' | 'pause') => choices.set(url, choice);
