import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Entry } from './entries.ts';
import { readEntry } from './show-queries.ts';

type Props = { entryKey: string; onGone: () => void; children: (entry: Entry) => ReactNode };

/** Two windows would write over each other, so one waits. */
export function OwnEntry({ entryKey, onGone, children }: Props) {
  const [entry, setEntry] = useState<Entry | null>(null);
  const begin = useEffectEvent((found: Entry | undefined) => {
    if (found?.state === 'draft') setEntry(found);
    else onGone();
  });
  useEffect(() => {
    const left = Promise.withResolvers<void>();
    const control = new AbortController();
    const own = async () => {
      const found = await readEntry(entryKey).catch(() => undefined);
      if (control.signal.aborted) return;
      begin(found);
      await left.promise;
    };
    // Absent on plain http: there is nothing to wait for.
    if (navigator.locks)
      navigator.locks
        .request(`druse-show-entry ${entryKey}`, { signal: control.signal }, own)
        .catch(() => {});
    else void own();
    return () => {
      control.abort();
      left.resolve();
    };
  }, [entryKey]);
  if (entry) return children(entry);
  return (
    <p className="waiting mt-5 text-quiet">
      If it’s open in another window, close it there to continue here.
    </p>
  );
}
