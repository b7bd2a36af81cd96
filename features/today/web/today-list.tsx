import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TodayKindEntry, TodayRow } from '#core/contract/admin/today-rows.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { OrderKind } from '#core/contract/selling/order-kinds.ts';
import type { TodayGroup } from '#features/today/contract/today.ts';
import { Button } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { formatDate } from '#ui/lib/format.ts';
import { Notice } from '#ui/notice.tsx';
import { Hidden, kinds } from './today-actions.tsx';
import { todayQuery } from './today-queries.ts';
import { Week } from './week.tsx';

type Props = {
  labelledBy: string;
  timeZone: string;
  confirmPaid: (
    order: { id: number; kind: OrderKind },
    callbacks: { onClose: () => void; onPaid: () => void },
  ) => ReactNode;
};

export function TodayList({ labelledBy, timeZone, confirmPaid }: Props) {
  const { data, error, refetch } = useQuery(todayQuery);
  const [paid, setPaid] = useState<{ id: number; kind: OrderKind } | null>(null);
  const list = useRef<HTMLElement>(null);
  const wasPaid = useRef(false);
  // A row takes its focused button with it.
  const focusList = () => list.current?.focus({ preventScroll: true });
  // Only now, as the dialog has given the focus back to the button that is about to go.
  useEffect(() => {
    if (paid !== null || !wasPaid.current) return;
    wasPaid.current = false;
    list.current?.focus({ preventScroll: true });
  }, [paid]);

  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-labelledby={labelledBy}
      className="mt-5 min-h-24 scroll-mt-24 outline-none"
    >
      {error && !data && (
        <Notice isAlert text="Couldn’t load your tasks." className="mt-4 py-8">
          <p className="mb-4 text-quiet">{messageOf(error)}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Notice>
      )}
      {data && <Week figures={data.week} />}
      <div role="status">
        {data?.groups.length === 0 && (
          <p className="border-t border-line py-4 text-quiet">You’re all caught up.</p>
        )}
      </div>
      {data?.groups.map((group) => {
        const kind = kinds[group.kind];
        if (!kind) return null;
        const { Action, button } = kind;
        const callbacks = {
          onPaid: ({ id, orderKind = 'cart' }: TodayRow) => setPaid({ id, kind: orderKind }),
          onDone: focusList,
        };
        return (
          <Group key={group.kind} group={group} kind={kind} timeZone={timeZone}>
            {(row) => (
              <Action row={row} button={button} hasMailServer={data.hasMailServer} {...callbacks} />
            )}
          </Group>
        );
      })}
      {paid !== null &&
        confirmPaid(paid, {
          onClose: () => setPaid(null),
          onPaid: () => {
            wasPaid.current = true;
          },
        })}
    </section>
  );
}

type GroupProps = {
  group: TodayGroup;
  kind: TodayKindEntry;
  timeZone: string;
  children: (row: TodayRow) => ReactNode;
};

function Group({
  group: { kind: kindName, count, rows },
  kind: { label, timeLabel },
  timeZone,
  children,
}: GroupProps) {
  const hasAmounts = rows.some(({ amount }) => amount !== null);
  // A row without an id represents all of its kind, and says so itself.
  const hidden = rows.some(({ id }) => id === 0) ? 0 : count - rows.length;
  return (
    <section
      aria-label={label}
      className="mt-3 border-t border-line pt-3 lg:mt-1 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-8 lg:pt-1"
    >
      <h2 className="flex items-baseline justify-between gap-3 font-sans text-base font-medium lg:block lg:pt-4">
        {label} <span className="figures text-quiet lg:ml-1">{count}</span>
      </h2>
      <ul className="figures divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.id}
            className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 lg:py-1.5 ${hasAmounts ? 'md:grid-cols-[minmax(0,1fr)_6rem_11rem_9rem] xl:grid-cols-[minmax(0,1fr)_6rem_15rem_9rem]' : 'md:grid-cols-[minmax(0,1fr)_11rem_9rem] xl:grid-cols-[minmax(0,1fr)_15rem_9rem]'}`}
          >
            <div className="relative flex min-w-0 items-center gap-3">
              {row.thumbnail !== undefined && (
                <img
                  src={row.thumbnail}
                  alt=""
                  width={44}
                  height={44}
                  loading="lazy"
                  className="size-11 flex-none bg-[#0b0a0c] object-cover"
                />
              )}
              <p className="min-w-0 wrap-anywhere">
                <Title row={row} />
                {row.stone && <span className="max-md:block md:ml-3">{row.stone}</span>}
                <span className="text-quiet max-md:block md:ml-3">{row.detail}</span>
              </p>
            </div>
            <p className={`self-start text-right md:self-center ${hasAmounts ? '' : 'md:hidden'}`}>
              {row.amount !== null && formatDollars(parseAmount(row.amount) ?? 0)}
            </p>
            <p className="text-sm text-quiet">
              {row.at !== null && `${timeLabel} ${formatDate(row.at, timeZone)}`}
            </p>
            <div className="justify-self-end md:grid md:justify-self-stretch">{children(row)}</div>
          </li>
        ))}
        {hidden > 0 && (
          <li className="py-3 text-sm text-quiet">
            <Hidden kind={kindName} count={hidden} />
          </li>
        )}
      </ul>
    </section>
  );
}

const title =
  'line-link whole-link text-ink underline decoration-line underline-offset-4 hover:text-accent';

function Title({ row }: { row: TodayRow }) {
  if (row.orderId !== null)
    return (
      <Link to="/orders" search={{ order: row.orderId }} activeProps={{}} className={title}>
        {row.title}
      </Link>
    );
  if (row.specimenId === null) return row.title;
  return (
    <Link to="/edit/$id" params={{ id: String(row.specimenId) }} className={title}>
      {row.title}
    </Link>
  );
}
