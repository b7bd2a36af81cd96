import { type ReactNode, useEffect, useState } from 'react';
import type { Suggestion } from '#contract/catalogue/specimens.ts';
import { call, queryString } from '#web/lib/api.ts';
import { LiveSearch } from '#web/ui/live-search.tsx';

type Props = {
  /** What is already on the shelf. */
  ids: readonly number[];
  /** Draws what was found. */
  children: (found: Suggestion[], onAdded: () => void) => ReactNode;
};

/** Finds pieces by what is typed, to set them on the shelf. */
export default function ShelfSearch({ ids, children }: Props) {
  const [term, setTerm] = useState('');
  const [answer, setAnswer] = useState<{ term: string; found: Suggestion[] | null }>({ term: '', found: [] });

  useEffect(() => {
    if (term === '') return;
    const asking = new AbortController();
    const ask = async () => {
      const found = await call<Suggestion[]>(`/api/suggestions${queryString({ search: term.toWellFormed() })}`, {
        signal: asking.signal,
      }).catch(() => null);
      if (!asking.signal.aborted) setAnswer({ term, found });
    };
    void ask();
    return () => asking.abort();
  }, [term]);

  const found = answer.term === term ? answer.found : [];
  const others = found?.filter(({ id }) => !ids.includes(id)) ?? [];
  return (
    <div>
      <LiveSearch term={term} onSearch={setTerm} placeholder="Find a piece to compare..." />
      <p role="status" className="mt-2 min-h-6 text-sm text-quiet">
        {term !== '' && answer.term === term && wordsOf(found, others.length)}
      </p>
      {term !== '' && children(others, () => setTerm(''))}
    </div>
  );
}

function wordsOf(found: Suggestion[] | null, others: number): string {
  if (found === null) return 'Search failed. Please try again.';
  if (others > 0) return others === 1 ? '1 piece' : `${others} pieces`;
  return found.length > 0 ? 'Every match is already on the shelf.' : 'No pieces found';
}
