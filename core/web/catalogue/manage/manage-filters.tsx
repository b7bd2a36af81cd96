import { Link } from '@tanstack/react-router';
import type { ManagePage } from '#core/contract/catalogue/specimens.ts';
import { specimenStatuses, specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { formatCount } from '#core/contract/counts.ts';
import { Rail } from '#ui/rail.tsx';
import type { ManageSearch } from './manage-search.ts';

type Counts = ManagePage['counts'];

/** The URL keeps the choice. */
export function ManageFilters({
  search,
  counts,
}: {
  search: ManageSearch;
  counts: Counts | undefined;
}) {
  return (
    <Rail
      label="Filters"
      button={['Filters', search.visibility, search.status].filter(Boolean).join(' · ')}
      endsRow
      panel="order-1 basis-full max-xl:pb-2 xl:space-y-5"
    >
      {() => (
        <>
          <Choices
            name="Visibility"
            choices={visibilities.map(([label, visibility, count]) => [
              label,
              { ...search, visibility },
              search.visibility === visibility,
              counts?.[count],
            ])}
          />
          <Choices
            name="Status"
            choices={[
              ['All', { ...search, status: undefined }, search.status === undefined, counts?.all],
              ...specimenStatuses.map(
                (status): Choice => [
                  specimenStatusTable[status].shortLabel,
                  { ...search, status },
                  search.status === status,
                  counts?.[status],
                ],
              ),
            ]}
          />
        </>
      )}
    </Rail>
  );
}

const visibilities = [
  ['All', undefined, 'all'],
  ['Visible', 'visible', 'visible'],
  ['Hidden', 'hidden', 'hidden'],
] as const;

type Choice = [label: string, search: ManageSearch, isChosen: boolean, count: number | undefined];

function Choices({ name, choices }: { name: string; choices: Choice[] }) {
  return (
    <nav
      aria-label={`Filter by ${name.toLowerCase()}`}
      className="flex flex-wrap items-center gap-x-4 xl:block"
    >
      <p className="w-16 text-sm text-quiet max-sm:sr-only">{name}</p>
      {choices.map(([label, { page, ...search }, isChosen, count]) => (
        <Link
          key={label}
          to="/manage"
          search={search}
          resetScroll={false}
          activeProps={{}}
          activeOptions={{ exact: true }}
          aria-current={isChosen ? 'true' : undefined}
          className="figures flex min-h-11 items-center gap-x-1.5 border-transparent text-fine whitespace-nowrap text-ink no-underline -outline-offset-2 hover:text-accent aria-[current]:border-accent aria-[current]:text-accent max-xl:border-b-2 xl:-ml-3 xl:min-h-9 xl:border-l-2 xl:pl-2.5"
        >
          {label}{' '}
          <span className="min-w-4 text-sm text-quiet xl:ml-auto">
            {count !== undefined && formatCount(count)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
