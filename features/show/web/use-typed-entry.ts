import { useEffect, useRef, useState } from 'react';
import { onLogout } from '#ui/lib/logout-signal.ts';
import { useSubmit } from '#ui/use-submit.ts';
import type { Entry } from './entries.ts';
import { recorded, typingErrors } from './queue-rules.ts';
import { announce, putEntry, putQuietly, StorageFull } from './show-queries.ts';

export const NO_ROOM =
  'This device is full, so this isn’t saved. Free up space, or remove your pieces. Anything waiting to be sent stays.';
export const NOT_KEPT =
  'This browser doesn’t save what you type. Keep this page open until it’s recorded.';

/**
 * Stores an entry with every letter; other windows, and the list, learn of it when the form is
 * left.
 * @param onRecorded called once the entry waits to be sent.
 */
export function useTypedEntry<E extends Entry>(begun: E, onRecorded: () => void) {
  const [entry, setEntry] = useState(begun);
  /** As of the last change: several may come before the next rendering. */
  const latest = useRef(begun);
  const [problem, setProblem] = useState<string | null>(null);
  const hasEnded = useRef(false);

  async function store(next: E, put = putEntry): Promise<boolean> {
    if (hasEnded.current) return false;
    try {
      await put(next);
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(error instanceof StorageFull ? NO_ROOM : NOT_KEPT);
      return false;
    }
  }

  const { errors, onSubmit } = useSubmit({
    check: () => typingErrors(entry, Date.now()) ?? {},
    send: async () => {
      if (await store(recorded(entry, Date.now()))) onRecorded();
    },
  });

  useEffect(() => {
    const unlisten = onLogout(() => {
      hasEnded.current = true;
    });
    return () => {
      unlisten();
      announce();
    };
  }, []);

  return {
    entry,
    problem,
    setProblem,
    change: (update: (typed: E['typed']) => Partial<E['typed']>) => {
      const { current } = latest;
      const next = { ...current, typed: { ...current.typed, ...update(current.typed) } };
      latest.current = next;
      setEntry(next);
      void store(next, putQuietly);
    },
    /** By field, once it was to be recorded. */
    errors,
    onSubmit,
    /** The form is left, and what it holds is gone: nothing more is stored. */
    end: () => {
      hasEnded.current = true;
    },
  };
}
