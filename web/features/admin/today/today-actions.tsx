/** What the one button of a row does, by what waits. */

import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { conditionTable } from '#contract/admin/conditions.ts';
import { type TodayKind, type TodayKindEntry, todayKindTable } from '#contract/admin/today-kinds.ts';
import { keysOf } from '#contract/catalogue/statuses.ts';
import { formatCount } from '#contract/counts.ts';
import type { OrderStatus } from '#contract/selling/order-statuses.ts';
import type { TodayActionProps } from '#web/desk-extra.ts';
import { useMediaRetry } from '#web/features/media/files/failed-media-jobs-queries.ts';
import { useMailSending } from '#web/features/messages/mail/mails-queries.ts';
import { useHoldExtension } from '#web/features/selling/orders/admin-order-queries.ts';
import { entriesOnDesk } from '#web/on-desk.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { type ToastMessage, toast } from '#web/ui/toast.ts';
import { todayKey, useClockTrust } from './today-queries.ts';

const DAY_HOURS = 24;

const looksLikeButton = { activeProps: {}, className: buttonClass('outline', 'px-4!') };

const actions = {
  trouble: Trouble,
  newHandle: ({ row, button }) => (
    <Link to="/settings" hash="not-me" {...looksLikeButton} aria-label={`${button} ${row.title}`}>
      {button}
    </Link>
  ),
  toConfirm: (props) => <MarkPaid {...props} isSolid />,
  unverifiedPayment: Decide,
  holdEnded: Decide,
  holdEnding: Extend,
  newBuyers: Decide,
  toPack: ({ row, button }) => (
    <Link to="/orders" search={{ order: row.id }} hash="shipping" {...looksLikeButton} aria-label={`${button}: ${row.title}`}>
      {button}
    </Link>
  ),
  question: ({ row, button }) => (
    <Link
      to="/inbox"
      search={{ question: row.id }}
      hash={`question-${row.id}`}
      {...looksLikeButton}
      aria-label={`${button}: ${row.detail}, ${row.title}`}
    >
      {button}
    </Link>
  ),
  failedMail: SendAgain,
  failedMedia: Retry,
  newOrder: MarkPaid,
  onHold: MarkPaid,
} as const satisfies Record<TodayKind, (props: TodayActionProps) => ReactNode>;

/** The orders of a kind, as their list filters them. */
const filters: Partial<Record<string, OrderStatus>> = {
  toConfirm: 'pending',
  unverifiedPayment: 'pending',
  holdEnded: 'pending',
  holdEnding: 'pending',
  toPack: 'paid',
  newOrder: 'pending',
  onHold: 'pending',
};

/** The rows of a kind that are not shown, and the way to them. */
export function Hidden({ kind, count }: { kind: string; count: number }) {
  const text = `and ${formatCount(count)} more`;
  const link = {
    activeProps: {},
    className: 'inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-accent',
  };
  if (kind === 'question')
    return (
      <Link to="/inbox" {...link}>
        {text}
      </Link>
    );
  const filter = filters[kind];
  if (!filter) return text;
  return (
    <Link to="/orders" search={{ filter }} {...link}>
      {text}
    </Link>
  );
}

/** The core's kinds and those of the extras, each with the button of its rows. */
export const kinds: Record<string, TodayKindEntry & { Action: ComponentType<TodayActionProps> }> = {
  ...Object.fromEntries(keysOf(actions).map((kind) => [kind, { ...todayKindTable[kind], Action: actions[kind] }])),
  ...entriesOnDesk('today'),
};

type Labels = { name: string; label: string };

/** The visible label, and the whole name where nothing is seen beside it. */
const Act = ({ name, label, isSolid = false, ...props }: Labels & { isSolid?: boolean; disabled?: boolean; onClick: () => void }) => (
  <Button look={isSolid ? 'solid' : 'outline'} className="px-4!" aria-label={name} {...props}>
    {label}
  </Button>
);

/** Says what becomes of it. Not by callbacks of the call, which are not called where its row has gone by then. */
const report = (work: Promise<unknown>, done: ToastMessage, { onDone }: Pick<TodayActionProps, 'onDone'>) =>
  void work.then(
    () => {
      onDone();
      toast(done);
    },
    (error: unknown) => toastError(error),
  );

function MarkPaid({ row, button, onPaid, isSolid = false }: TodayActionProps & { isSolid?: boolean }) {
  return <Act name={`${button}: ${row.title}`} label={button} isSolid={isSolid} onClick={() => onPaid(row)} />;
}

function Decide({ row, button }: TodayActionProps) {
  return (
    <Link to="/orders" search={{ order: row.id }} {...looksLikeButton} aria-label={`${button}: ${row.title}`}>
      {button}
    </Link>
  );
}

function Trouble({ row, button, onDone }: TodayActionProps) {
  const queryClient = useQueryClient();
  const trust = useClockTrust();
  if (row.id === conditionTable.clockJumped.id)
    return (
      <Act
        name="The time is right"
        label="Time is right"
        disabled={trust.isPending}
        onClick={() => report(trust.mutateAsync(), { title: 'Clock Confirmed', description: 'Holds end on time again.' }, { onDone })}
      />
    );
  return <Act name={`${button}: ${row.title}`} label={button} onClick={() => void queryClient.invalidateQueries({ queryKey: todayKey })} />;
}

function Extend({ row, button, ...callbacks }: TodayActionProps) {
  const extension = useHoldExtension(row.id);
  const done = { title: 'Hold Extended', description: `${row.title} is on hold for one more day.` };
  return (
    <Act
      name={`${button}: ${row.title}`}
      label={button}
      disabled={extension.isPending}
      onClick={() => report(extension.mutateAsync({ hours: DAY_HOURS, paymentReportedAt: null }), done, callbacks)}
    />
  );
}

function SendAgain({ row, button, hasMailServer, ...callbacks }: TodayActionProps) {
  const sending = useMailSending(todayKey);
  // Without a mail server it can only be opened in a mail program, where the mails are listed.
  if (!hasMailServer)
    return (
      <Link
        {...(row.orderId === null ? { to: '/settings', hash: 'sent-emails' } : { to: '/orders', search: { order: row.orderId } })}
        {...looksLikeButton}
        aria-label={`Open: ${row.title}`}
      >
        Open
      </Link>
    );
  return (
    <Act
      name={`${button}: ${row.title}`}
      label={button}
      disabled={sending.isPending}
      onClick={() => report(sending.mutateAsync(row.id), todayKindTable.failedMail.done, callbacks)}
    />
  );
}

function Retry({ row, button, ...callbacks }: TodayActionProps) {
  const retry = useMediaRetry();
  return (
    <Act
      name={`${button}: ${row.title}`}
      label={button}
      disabled={retry.isPending}
      onClick={() => report(retry.mutateAsync(), todayKindTable.failedMedia.done, callbacks)}
    />
  );
}
