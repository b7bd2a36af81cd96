import { Link } from '@tanstack/react-router';
import type { ManagePage } from '#contract/catalogue/specimens.ts';
import { specimenStatuses, specimenStatusTable } from '#contract/catalogue/statuses.ts';
import type { ManageSearch } from './manage-search.ts';

type Counts = ManagePage['counts'];

/** Filters of the list, each choice with its number of specimens; the URL keeps the choice. */
export function ManageFilters({ search, counts }: { search: ManageSearch; counts: Counts | undefined }) {
  return (
    <div className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
      <Choices
        name="Visibility"
        choices={[
          ['All', { ...search, visibility: undefined }, search.visibility === undefined, counts?.all],
          ['Visible', { ...search, visibility: 'visible' }, search.visibility === 'visible', counts?.visible],
          ['Hidden', { ...search, visibility: 'hidden' }, search.visibility === 'hidden', counts?.hidden],
        ]}
      />
      <Choices
        name="Status"
        choices={[
          ['All', { ...search, status: undefined }, search.status === undefined, counts?.all],
          ...specimenStatuses.map(
            (status): Choice => [specimenStatusTable[status].shortLabel, { ...search, status }, search.status === status, counts?.[status]],
          ),
        ]}
      />
    </div>
  );
}

type Choice = [label: string, search: ManageSearch, isChosen: boolean, count: number | undefined];

function Choices({ name, choices }: { name: string; choices: Choice[] }) {
  return (
    <nav aria-label={`Filter by ${name.toLowerCase()}`} className="flex flex-wrap items-center gap-x-4 sm:gap-x-5">
      <span className="label w-full text-quiet sm:w-auto">{name}</span>
      {choices.map(([label, { page, ...search }, isChosen, count]) => (
        <Link
          key={label}
          to="/manage"
          search={search}
          resetScroll={false}
          activeProps={{}}
          activeOptions={{ exact: true }}
          aria-current={isChosen ? 'true' : undefined}
          className={`figures inline-flex min-h-11 items-center gap-1.5 border-b-2 no-underline hover:text-accent ${isChosen ? 'border-accent text-accent' : 'border-transparent text-ink'}`}
        >
          {label} <span className="min-w-4 text-sm text-quiet">{count}</span>
        </Link>
      ))}
    </nav>
  );
}
