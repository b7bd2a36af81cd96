import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { parseRule } from '#core/contract/catalogue/collection-rules.ts';
import { formatCount } from '#core/contract/counts.ts';
import { followedListsQuery } from './followed-queries.ts';

export function FollowedLists() {
  const { data, error } = useQuery(followedListsQuery);
  if (error && !data) {
    return (
      <p role="alert" className="mt-12 text-quiet">
        Couldn’t load the alerts.
      </p>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="want-lists" className="mt-14 max-w-3xl">
      <h2 id="want-lists" className="text-2xl">
        Email alerts
      </h2>
      <p className="mt-2 max-w-prose text-quiet">
        Searches visitors follow by email, most popular first. Feed readers aren’t counted.
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {data.map(({ query, name, followers }) => (
          <li key={query} className="flex min-h-11 items-baseline justify-between gap-6 py-2.5">
            <Link
              to="/"
              search={parseRule(query)}
              hash="gallery"
              className="min-w-0 wrap-anywhere text-ink hover:text-accent"
            >
              {name}
            </Link>
            <span className="figures shrink-0 text-quiet">
              {followers === 1 ? '1 follows' : `${formatCount(followers)} follow`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
