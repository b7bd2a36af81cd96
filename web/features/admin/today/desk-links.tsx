import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isBuyers } from '#contract/admin/today-kinds.ts';
import { formatCount } from '#contract/counts.ts';
import { todayQuery } from './today-queries.ts';

const link = '-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 max-sm:gap-0.5 max-sm:px-[3px] max-sm:text-[0.78rem]';
const otherLink = `${link} border-transparent text-quiet hover:text-ink`;

/** The rooms of the owner's side, above each of its pages, with how much waits in them. @param extrasOf list items of the extras, whose links look like this. */
export function DeskLinks({ extrasOf }: { extrasOf: (link: string) => ReactNode }) {
  const { data } = useQuery(todayQuery);
  const waiting = (kinds?: readonly string[]) =>
    (data?.groups ?? []).reduce((sum, { kind, count }) => ((kinds ? kinds.includes(kind) : !isBuyers(kind)) ? sum + count : sum), 0);
  return (
    <nav aria-label="Shop desk" className="mb-6 border-b border-line print:hidden">
      <ul className="-mx-1 flex flex-wrap max-sm:justify-between sm:gap-x-1">
        <Room to="/today" count={waiting()}>
          Today
        </Room>
        <Room to="/orders" count={waiting(['toConfirm', 'unverifiedPayment', 'holdEnded', 'toPack'])}>
          Orders
        </Room>
        <Room to="/inbox" count={waiting(['question'])}>
          Inbox
        </Room>
        <Room to="/manage">Specimens</Room>
        <Room to="/upload">Add</Room>
        {extrasOf(otherLink)}
        <Room to="/settings">Settings</Room>
      </ul>
    </nav>
  );
}

function Room({ to, count = 0, children }: { to: LinkProps['to']; count?: number; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={{ className: `${link} border-accent text-ink` }}
        inactiveProps={{ className: otherLink }}
      >
        {children}
        {count > 0 && <span className="figures text-accent max-sm:text-[0.6875rem] sm:text-sm">{formatCount(count)}</span>}
      </Link>
    </li>
  );
}
