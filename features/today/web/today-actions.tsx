/** What the one button of a row does, by what waits. */

import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import { keysOf } from '#core/contract/tables.ts';
import { waitingKey } from '#core/web/admin/account/waiting-queries.ts';
import type { TodayActionProps, TodayKind } from '#core/web/desk-feature.ts';
import { retried, useMediaRetry } from '#core/web/media/files/failed-media-jobs-queries.ts';
import { queued, useMailSending } from '#core/web/messages/mail/mails-queries.ts';
import { entriesOnDesk } from '#core/web/on-desk.tsx';
import { useHoldExtension } from '#core/web/selling/orders/admin-order-queries.ts';
import {
  type TodayKind as CoreKind,
  todayKindTable,
} from '#features/today/contract/today-kinds.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { type ToastMessage, toast } from '#ui/toast.ts';

const DAY_HOURS = 24;

const looksLikeButton = { activeProps: {}, className: buttonClass('outline', 'px-4!') };

const actions = {
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
  due: Decide,
  toRefund: Decide,
  asked: Decide,
  lapsed: Decide,
  toPack: ({ row, button }) => (
    <Link
      to="/orders"
      search={{ order: row.id }}
      hash="shipping"
      {...looksLikeButton}
      aria-label={`${button}: ${row.title}`}
    >
      {button}
    </Link>
  ),
  failedMail: SendAgain,
  failedMedia: Retry,
  newOrder: MarkPaid,
  onHold: MarkPaid,
} as const satisfies Record<CoreKind, (props: TodayActionProps) => ReactNode>;

const filters: Partial<Record<string, OrderStatus>> = {
  toConfirm: 'pending',
  unverifiedPayment: 'pending',
  holdEnded: 'pending',
  holdEnding: 'pending',
  toPack: 'paid',
  toRefund: 'cancelled',
  newOrder: 'pending',
  onHold: 'pending',
};

export function Hidden({ kind, count }: { kind: string; count: number }) {
  const text = `and ${formatCount(count)} more`;
  const link = {
    activeProps: {},
    className:
      'inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-accent',
  };
  const all = kinds[kind]?.all;
  if (!all) return text;
  return (
    <Link {...all} {...link}>
      {text}
    </Link>
  );
}

export const kinds: Record<string, TodayKind> = {
  ...Object.fromEntries(keysOf(actions).map((kind) => [kind, ofCore(kind)])),
  ...entriesOnDesk('today'),
};

function ofCore(kind: CoreKind): TodayKind {
  const filter = filters[kind];
  const entry = { ...todayKindTable[kind], Action: actions[kind] };
  return filter
    ? { ...entry, all: { to: '/orders', search: { filter } as LinkProps['search'] } }
    : entry;
}

type Labels = { name: string; label: string };

const Act = ({
  name,
  label,
  isSolid = false,
  ...props
}: Labels & { isSolid?: boolean; disabled?: boolean; onClick: () => void }) => (
  <Button look={isSolid ? 'solid' : 'outline'} className="px-4!" aria-label={name} {...props}>
    {label}
  </Button>
);

/** Callbacks of the call are lost where its row has gone by then. */
const report = (
  work: Promise<unknown>,
  done: ToastMessage,
  { onDone }: Pick<TodayActionProps, 'onDone'>,
) =>
  void work.then(
    () => {
      onDone();
      toast(done);
    },
    (error: unknown) => toastError(error),
  );

function MarkPaid({
  row,
  button,
  onPaid,
  isSolid = false,
}: TodayActionProps & { isSolid?: boolean }) {
  return (
    <Act
      name={`${button}: ${row.title}`}
      label={button}
      isSolid={isSolid}
      onClick={() => onPaid(row)}
    />
  );
}

function Decide({ row, button }: TodayActionProps) {
  return (
    <Link
      to="/orders"
      search={{ order: row.id }}
      {...looksLikeButton}
      aria-label={`${button}: ${row.title}`}
    >
      {button}
    </Link>
  );
}

function Extend({ row, button, ...callbacks }: TodayActionProps) {
  const extension = useHoldExtension(row.id);
  const done = { title: 'Hold Extended', description: `${row.title} is on hold for one more day.` };
  return (
    <Act
      name={`${button}: ${row.title}`}
      label={button}
      disabled={extension.isPending}
      onClick={() =>
        report(
          extension.mutateAsync({ hours: DAY_HOURS, paymentReportedAt: null }),
          done,
          callbacks,
        )
      }
    />
  );
}

function SendAgain({ row, button, hasMailServer, ...callbacks }: TodayActionProps) {
  const sending = useMailSending(waitingKey);
  // Without a mail server it can only be opened in a mail program, where the mails are listed.
  if (!hasMailServer)
    return (
      <Link
        {...(row.orderId === null
          ? { to: '/settings', hash: 'sent-emails' }
          : { to: '/orders', search: { order: row.orderId } })}
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
      onClick={() => report(sending.mutateAsync(row.id), queued, callbacks)}
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
      onClick={() => report(retry.mutateAsync(), retried, callbacks)}
    />
  );
}
