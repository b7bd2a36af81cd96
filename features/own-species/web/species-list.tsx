import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownFieldLabels } from '#core/contract/catalogue/own-values.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import { speciesLink } from '#core/contract/catalogue/topic-urls.ts';
import { formatCount } from '#core/contract/counts.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { LiveSearch } from '#ui/live-search.tsx';
import { Notice } from '#ui/notice.tsx';
import { type FoundRow, findRows } from './find-species.ts';
import { speciesListQuery, useTakingBack } from './own-species-queries.ts';

const MAX_SHOWN = 40;

export function SpeciesList({
  term,
  onSearch,
}: {
  term: string;
  onSearch: (term: string) => void;
}) {
  const { data, error, refetch } = useQuery(speciesListQuery);
  const takingBack = useTakingBack();
  if (error && !data) {
    return (
      <Notice text="Couldn’t load the table." className="mt-8 py-14" isAlert>
        <Button look="outline" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  const rows = data?.rows ?? [];
  const own = rows.filter((row) => row.own !== null).map((row): FoundRow => ({ row, by: null }));
  const found = findRows(term, rows);
  const isSearching = term.trim() !== '';
  return (
    <div className="mt-8 max-w-3xl">
      <LiveSearch
        term={term}
        onSearch={onSearch}
        placeholder="Search names, in other languages too..."
      />
      {!data ? (
        <p role="status" className="waiting py-16 text-center text-quiet">
          Loading the table...
        </p>
      ) : isSearching ? (
        <section aria-label="Found" className="mt-8">
          <p role="status" className="figures text-sm text-quiet">
            {found.length === 0
              ? 'No such name'
              : found.length === 1
                ? '1 name'
                : `${found.length} names`}
            {found.length > MAX_SHOWN && `, the first ${MAX_SHOWN}`}
          </p>
          {found.length === 0 ? (
            <Notice className="mt-4 py-14" text={`“${term.trim()}” isn’t in the table.`}>
              <Link
                to="/manage/species"
                search={{ edit: 'new', name: term.trim() }}
                className={buttonClass('outline', 'wrap-anywhere')}
              >
                Add “{term.trim()}”
              </Link>
            </Notice>
          ) : (
            <Rows rows={found.slice(0, MAX_SHOWN)} />
          )}
        </section>
      ) : (
        <section aria-labelledby="own-species" className="mt-10">
          <h2 id="own-species" className="text-2xl">
            Yours
          </h2>
          {own.length === 0 ? (
            <p className="mt-3 max-w-prose text-quiet">
              {`Nothing yet. Search the ${formatCount(rows.length)} names in the table to correct one, or add what’s missing.`}
            </p>
          ) : (
            <Rows rows={own} />
          )}
        </section>
      )}
      {!isSearching &&
        data?.unused.map((name) => (
          <div key={name} className="mt-6 flex flex-wrap items-center justify-between gap-3">
            <p className="text-quiet wrap-anywhere">{`“${name}” is no longer in the table, so your changes to it aren’t used.`}</p>
            <Button
              look="outline"
              disabled={takingBack.isPending}
              onClick={() => takingBack.mutate(slugOf(name), { onError: toastError })}
            >
              Remove<span className="sr-only">: {name}</span>
            </Button>
          </div>
        ))}
    </div>
  );
}

function Rows({ rows }: { rows: readonly FoundRow[] }) {
  return (
    <ul className="mt-4 border-t border-line">
      {rows.map(({ row: { name, of, kind, own, fields, disputed }, by }) => (
        <li
          key={name}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3"
        >
          <div className="min-w-0 flex-1 basis-40">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-serif text-lg">
              <Link
                to="/manage/species"
                search={{ edit: slugOf(name) }}
                className="inline-flex min-h-11 items-center text-ink wrap-anywhere no-underline hover:text-accent"
              >
                {name}
              </Link>
              {own === 'added' && <Badge>Added</Badge>}
              {own === 'changed' && <Badge>Corrected</Badge>}
              {disputed.length > 0 && <Badge tone="warn">Review</Badge>}
            </p>
            <p className="text-sm text-quiet wrap-anywhere">
              {[
                of === null ? capital(kind) : `${capital(kind)} of ${of}`,
                by === null ? '' : `also “${by}”`,
                own === 'changed'
                  ? fields.map((field) => ownFieldLabels[field].toLowerCase()).join(', ')
                  : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <div className="flex gap-1 sm:gap-2">
            <Link
              to="/manage/species"
              search={{ edit: slugOf(name) }}
              aria-label={`Edit ${name}`}
              className={buttonClass('outline')}
            >
              Edit
            </Link>
            <ViewLink name={name} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function ViewLink({ name }: { name: string }) {
  const path = speciesLink(name);
  return (
    path && (
      <Link to={path} aria-label={`View ${name}`} className={buttonClass('plain')}>
        View
      </Link>
    )
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
