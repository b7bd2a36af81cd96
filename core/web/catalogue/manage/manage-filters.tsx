import { Link } from '@tanstack/react-router';
import type { ManagePage } from '#core/contract/catalogue/specimens.ts';
import { specimenStatuses, specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { formatCount } from '#core/contract/counts.ts';
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
    <div className="flex min-w-0 flex-1 gap-x-8 overflow-x-auto [scrollbar-width:none] max-md:contents xl:block xl:space-y-5">
      <Choices
        name="Visibility"
        choices={[
          [
            'All',
            { ...search, visibility: undefined },
            search.visibility === undefined,
            counts?.all,
          ],
          [
            'Visible',
            { ...search, visibility: 'visible' },
            search.visibility === 'visible',
            counts?.visible,
          ],
          [
            'Hidden',
            { ...search, visibility: 'hidden' },
            search.visibility === 'hidden',
            counts?.hidden,
          ],
        ]}
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
    </div>
  );
}

type Choice = [label: string, search: ManageSearch, isChosen: boolean, count: number | undefined];

function Choices({ name, choices }: { name: string; choices: Choice[] }) {
  return (
    <nav
      aria-label={`Filter by ${name.toLowerCase()}`}
      className="flex shrink-0 items-center gap-x-4 max-md:min-w-0 max-md:flex-1 max-md:shrink max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:last:order-1 max-md:last:basis-full xl:block"
    >
      <p className="text-sm text-quiet max-md:sr-only">{name}</p>
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
