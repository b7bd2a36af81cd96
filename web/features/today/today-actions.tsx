/** What the one button of a row does, by what waits. */

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TodayRow } from '#contract/today.ts';
import type { TodayKind } from '#contract/today-kinds.ts';
import { useMediaRetry } from '#web/features/failed-media-jobs/failed-media-jobs-queries.ts';
import { useMailSending } from '#web/features/mails/mails-queries.ts';
import { useHoldExtension } from '#web/features/orders/admin-order-queries.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { type ToastMessage, toast } from '#web/ui/toast.ts';
import { todayKey } from './today-queries.ts';

type ActionProps = {
  row: TodayRow;
  /** Its label. */
  button: string;
  hasMailServer: boolean;
  /** Asks before an order is marked paid. */
  onPaid: (orderId: number) => void;
  /** Called once the row is settled, and about to go. */
  onDone: () => void;
  onLoginNeeded: () => void;
};

const DAY_HOURS = 24;

const looksLikeButton = { activeProps: {}, className: buttonClass('outline', 'px-4!') };

export const actions = {
  toConfirm: ({ row, button, onPaid }) => <Act name={`${button}: ${row.title}`} label={button} isSolid onClick={() => onPaid(row.id)} />,
  holdEnded: ({ row, button }) => (
    <Link to="/orders" search={{ order: row.id }} {...looksLikeButton} aria-label={`${button}: ${row.title}`}>
      {button}
    </Link>
  ),
  holdEnding: Extend,
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
  nextInLine: ({ row, button }) => (
    <Link
      to="/edit/$id"
      params={{ id: String(row.specimenId) }}
      hash="waiting-list"
      {...looksLikeButton}
      aria-label={`${button}: ${row.detail}, ${row.title}`}
    >
      {button}
    </Link>
  ),
  failedMail: SendAgain,
  failedMedia: Retry,
} as const satisfies Record<TodayKind, (props: ActionProps) => ReactNode>;

type Labels = { name: string; label: string };

/** The visible label, and the whole name where nothing is seen beside it. */
const Act = ({ name, label, isSolid = false, ...props }: Labels & { isSolid?: boolean; disabled?: boolean; onClick: () => void }) => (
  <Button look={isSolid ? 'solid' : 'outline'} className="px-4!" aria-label={name} {...props}>
    {label}
  </Button>
);

/** Says what has become of it. */
const outcome = (done: ToastMessage, { onDone, onLoginNeeded }: Pick<ActionProps, 'onDone' | 'onLoginNeeded'>) => ({
  onSuccess: () => {
    onDone();
    toast(done);
  },
  onError: (error: unknown) => toastError(error, onLoginNeeded),
});

function Extend({ row, button, ...callbacks }: ActionProps) {
  const extension = useHoldExtension(row.id);
  const done = { title: 'Hold Extended', description: `${row.title} is on hold for one more day.` };
  return (
    <Act
      name={`${button}: ${row.title}`}
      label={button}
      disabled={extension.isPending}
      onClick={() => extension.mutate({ hours: DAY_HOURS, paymentReportedAt: null }, outcome(done, callbacks))}
    />
  );
}

function SendAgain({ row, button, hasMailServer, ...callbacks }: ActionProps) {
  const sending = useMailSending(todayKey);
  // Without a mail server it can only be opened in a mail program, where the mails are listed.
  if (!hasMailServer)
    return (
      <Link
        {...(row.orderId === null ? { to: '/settings', hash: 'account' } : { to: '/orders', search: { order: row.orderId } })}
        {...looksLikeButton}
        aria-label={`Open: ${row.title}`}
      >
        Open
      </Link>
    );
  const done = { title: 'Email Queued', description: 'It will be sent in a moment.' };
  return (
    <Act
      name={`${button}: ${row.title}`}
      label={button}
      disabled={sending.isPending}
      onClick={() => sending.mutate(row.id, outcome(done, callbacks))}
    />
  );
}

function Retry({ row, button, ...callbacks }: ActionProps) {
  const retry = useMediaRetry();
  const done = { title: 'Trying Again', description: 'If it fails again, it’ll be back here in two days.' };
  return (
    <Act
      name={`${button}: ${row.title}`}
      label={button}
      disabled={retry.isPending}
      onClick={() => retry.mutate(undefined, outcome(done, callbacks))}
    />
  );
}
