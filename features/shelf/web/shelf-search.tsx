import { type ReactNode, useEffect, useState } from 'react';
import type { Suggestion } from '#core/contract/catalogue/specimens.ts';
import { call } from '#ui/lib/api.ts';
import { LiveSearch } from '#ui/live-search.tsx';

type Props = {
  ids: readonly number[];
  children: (found: Suggestion[], onAdded: () => void) => ReactNode;
};

export default function ShelfSearch({ ids, children }: Props) {
  const [term, setTerm] = useState('');
  const [answer, setAnswer] = useState<{ term: string; found: Suggestion[] | null }>({
    term: '',
    found: [],
  });

  useEffect(() => {
    if (term === '') return;
    const asking = new AbortController();
    const ask = async () => {
      const found = await call('GET /api/suggestions', {
        query: { search: term.toWellFormed() },
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
