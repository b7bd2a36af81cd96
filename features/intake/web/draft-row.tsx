import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { EditRow } from '#core/web/desk-feature.ts';
import type { IntakeDrafts } from '#features/intake/contract/intakes.ts';
import { wholeNumber } from '#ui/lib/whole-number.ts';
import { BackToIntake } from './back-to-intake.tsx';
import { intakeDraftsQuery } from './intake-queries.ts';
import { carriedOf, rowOf } from './table/draft-cells.ts';

type Row = { intake: number; drafts: IntakeDrafts; id: number };

/** Null unless the URL names an intake. */
export function useDraftRow(search: Record<string, unknown>, id: number): EditRow | null {
  const intake = wholeNumber(search.intake, 9);
  const { data: drafts } = useQuery({
    ...intakeDraftsQuery(intake ?? 0),
    enabled: intake !== undefined,
  });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  if (intake === undefined) return null;
  const back = <BackToIntake intake={intake} />;
  if (!drafts) return { back, head: null };
  const at = drafts.findIndex((draft) => draft.id === id);
  const following = at < 0 ? undefined : drafts[at + 1];
  const previous = at > 0 ? drafts[at - 1] : undefined;
  const carried = previous ? carriedOf(rowOf(previous)) : [];
  const next = {
    label: following ? `Save, then ${following.number}` : 'Save and finish',
    go: () => {
      void queryClient.invalidateQueries({ queryKey: intakeDraftsQuery(intake).queryKey });
      return following
        ? navigate({ to: '/edit/$id', params: { id: String(following.id) }, search: { intake } })
        : navigate({ to: '/intake', search: { intake } });
    },
  };
  return {
    back,
    head: <DraftRow intake={intake} drafts={drafts} id={id} />,
    next,
    ...(previous &&
      carried.length > 0 && {
        before: { name: previous.number, fields: Object.fromEntries(carried) },
      }),
  };
}

function DraftRow({ intake, drafts, id }: Row) {
  const open = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  const left = drafts.filter(({ isPriced }) => !isPriced).length;
  return (
    <nav aria-label="Drafts of this intake" className="mt-5 border-y border-line py-3">
      <p className="figures text-sm text-quiet">
        {left === 0
          ? 'All of these have a price.'
          : `${left} of ${drafts.length} have no price yet.`}{' '}
        Press Enter in a one-line field, or Ctrl+Enter anywhere, to save and open the next one.
      </p>
      <ol className="mt-1 flex gap-x-4 overflow-x-auto">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex-none">
            <Link
              ref={draft.id === id ? open : undefined}
              to="/edit/$id"
              params={{ id: String(draft.id) }}
              search={{ intake }}
              activeProps={{}}
              aria-current={draft.id === id ? 'page' : undefined}
              className={`figures inline-flex min-h-11 items-center border-b-2 no-underline hover:text-accent ${draft.id === id ? 'border-accent text-accent' : 'border-transparent text-ink'}`}
            >
              {draft.number}
              {draft.isPriced && <span className="ml-1 text-sm text-quiet">✓</span>}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
