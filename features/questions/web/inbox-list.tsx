import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Inbox, InquiryThread } from '#features/questions/contract/inquiries.ts';
import { inquiryStatuses } from '#features/questions/contract/inquiry-rules.ts';
import { Button } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { useHashTarget } from '#ui/lib/hash-target.ts';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { type InboxSearch, inboxQuery } from './inbox-queries.ts';
import { InquiryCard } from './inquiry-card.tsx';

type Props = { search: InboxSearch; timeZone: string };

export function InboxList({ search, timeZone }: Props) {
  const { data, error, refetch } = useQuery(inboxQuery(search));
  useHashTarget(data !== undefined);

  return (
    <>
      <Statuses search={search} counts={data?.counts} />
      {error && !data && (
        <Notice
          title="Couldn’t load the inbox"
          text={messageOf(error)}
          isAlert
          className="mt-8 py-12"
        >
          <Button onClick={() => void refetch()}>Try again</Button>
        </Notice>
      )}
      {data?.threads.length === 0 && (
        <Notice
          text={search.filter === 'done' ? 'No answered questions yet.' : 'No open questions.'}
          className="mt-8 py-12"
        />
      )}
      {data?.threads.map((thread) => (
        <Thread
          key={thread.inquiries[0]?.id}
          {...{ thread, timeZone }}
          hasMailServer={data.hasMailServer}
          isDone={search.filter === 'done'}
        />
      ))}
      {data && (
        <Pagination
          {...data}
          linkTo={(page) => ({
            to: '/inbox',
            search: { filter: search.filter, page } as LinkProps['search'],
          })}
        />
      )}
    </>
  );
}

const labels = { open: 'Open', done: 'Answered' } as const;

function Statuses({
  search,
  counts,
}: {
  search: InboxSearch;
  counts: Inbox['counts'] | undefined;
}) {
  return (
    <nav aria-label="Filter by status" className="mt-4 flex flex-wrap gap-x-5">
      {inquiryStatuses.map((status) => {
        const isChosen = (search.filter ?? 'open') === status;
        return (
          <Link
            key={status}
            to="/inbox"
            search={status === 'open' ? {} : { filter: status }}
            resetScroll={false}
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={isChosen ? 'true' : undefined}
            className={`figures inline-flex min-h-11 items-center gap-1.5 border-b-2 no-underline hover:text-accent ${isChosen ? 'border-accent text-accent' : 'border-transparent text-ink'}`}
          >
            {labels[status]} <span className="min-w-4 text-sm text-quiet">{counts?.[status]}</span>
          </Link>
        );
      })}
    </nav>
  );
}

type ThreadProps = Omit<Props, 'search'> & {
  thread: InquiryThread;
  hasMailServer: boolean;
  isDone: boolean;
};

function Thread({ thread, isDone, ...rest }: ThreadProps) {
  const { title, specimenId, orderId, inquiries } = thread;
  const shown = inquiries.filter(({ status }) => isDone || status === 'open');
  const folded = inquiries.filter((inquiry) => !shown.includes(inquiry));
  const heading = `thread-${inquiries[0]?.id}`;
  return (
    <section aria-labelledby={heading} className="mt-10 border-t border-line pt-6">
      <h2 id={heading} className="text-2xl wrap-anywhere">
        {specimenId !== null ? (
          <Link
            to="/specimen/$specimen"
            params={{ specimen: String(specimenId) }}
            className="text-ink no-underline hover:text-accent"
          >
            {title}
          </Link>
        ) : orderId !== null ? (
          <Link
            to="/orders"
            search={{ order: orderId }}
            activeProps={{}}
            className="text-ink no-underline hover:text-accent"
          >
            {title}
          </Link>
        ) : (
          `${title} (deleted)`
        )}
      </h2>
      {shown.map((inquiry) => (
        <InquiryCard key={inquiry.id} inquiry={inquiry} title={title} {...rest} />
      ))}
      {folded.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 py-2.5 text-quiet hover:text-accent">
            {folded.length === 1
              ? 'One more answered question'
              : `${folded.length} more answered questions`}
          </summary>
          {folded.map((inquiry) => (
            <InquiryCard key={inquiry.id} inquiry={inquiry} title={title} {...rest} />
          ))}
        </details>
      )}
    </section>
  );
}
