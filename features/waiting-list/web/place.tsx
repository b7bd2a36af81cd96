import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { hoursText } from '#features/waiting-list/contract/hours-text.ts';
import { JOIN_WAITING_LIST } from '#features/waiting-list/contract/join-label.ts';
import type { Entry } from '#features/waiting-list/contract/waiting-list.ts';
import { type EntryEnd, entryEndTable } from '#features/waiting-list/contract/waiting-rules.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { formatDeadline } from '#ui/lib/format.ts';
import { useEntryChange } from './waiting-queries.ts';

type Props = {
  entry: Entry;
  link: KeyedLink;
  purchase: ReactNode;
  canWait: boolean;
};

const inLine = (ahead: number) =>
  ahead === 0
    ? 'You’re next in line.'
    : ahead === 1
      ? 'One person is ahead of you.'
      : `${ahead} people are ahead of you.`;

const LEAVE = 'Leave the waiting list';

/** What becomes of the piece, or of the spot. */
function leavingText({ state, title, offeredUntil, ahead, isFollowed }: Entry): string {
  if (state === 'offered')
    return `Only you can buy ${title} until ${formatDeadline(offeredUntil ?? '')}. If you leave, ${isFollowed ? 'the next person in line gets it' : 'it goes back on sale, and anyone can buy it'}.`;
  return `You’re waiting for ${title}. ${inLine(ahead ?? 0)} If you leave, ${isFollowed ? 'the next person takes your spot, and ' : ''}we won’t email you when it becomes available. Joining again puts you at the end of the line.`;
}

const OFF = 'You’re off the list';

const endTitles: Record<EntryEnd, string> = {
  bought: 'Order placed',
  passed: 'Your turn has passed',
  left: OFF,
  removed: OFF,
  displaced: 'Your spot went to someone else',
  double: 'You’re already on the list',
  free: 'No need to wait',
  sold: 'It has been sold',
  gone: 'No longer available',
  closed: OFF,
};

export function Place({ entry, link, purchase, canWait }: Props) {
  const change = useEntryChange(link);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => change.mutate('leave', { onSettled: () => setLeaving(false) });
  const leaveButton = (
    <Button look="outline" disabled={change.isPending} onClick={() => setLeaving(true)}>
      {LEAVE}
    </Button>
  );
  const { title, text, actions } = wordsOf();
  const words = useRef<HTMLDivElement>(null);
  const changed = change.data;
  // The button that was pressed is gone.
  useEffect(() => {
    if (changed) words.current?.focus();
  }, [changed]);
  return (
    <div>
      <div ref={words} tabIndex={-1} role="status" className="scroll-mt-24 outline-none">
        <h1 className="page-title look-large">{title}</h1>
        <p className="figures mt-4 max-w-prose text-lg">{text}</p>
      </div>
      {change.error && (
        <p role="alert" className="mt-4 callout look-bad">
          {messageOf(change.error)}
        </p>
      )}
      {actions}
      <ConfirmDialog
        open={isLeaving}
        title={`${LEAVE}?`}
        cancel={entry.state === 'offered' ? 'Keep it reserved' : 'Keep my spot'}
        confirm={LEAVE}
        isBusy={change.isPending}
        onCancel={() => setLeaving(false)}
        onConfirm={leave}
      >
        <p className="figures">{leavingText(entry)}</p>
      </ConfirmDialog>
    </div>
  );

  function wordsOf(): { title: string; text: string; actions: ReactNode } {
    switch (entry.state) {
      case 'unconfirmed':
        return {
          title: `${JOIN_WAITING_LIST}?`,
          text: `If ${entry.title} becomes available and you’re next in line, we’ll email you and hold it just for you for ${hoursText(entry.hours)}.`,
          actions: (
            <div className="mt-6 flex flex-wrap gap-3">
              <Button disabled={change.isPending} onClick={() => change.mutate('confirm')}>
                {JOIN_WAITING_LIST}
              </Button>
              <Button look="outline" disabled={change.isPending} onClick={leave}>
                No thanks
              </Button>
            </div>
          ),
        };
      case 'waiting':
        return {
          title: 'You’re on the waiting list',
          text: `${inLine(entry.ahead ?? 0)} We’ll email you when it’s your turn.`,
          actions: <div className="mt-6">{leaveButton}</div>,
        };
      case 'offered':
        return {
          title: 'It’s reserved for you',
          text: `Only you can buy it until ${formatDeadline(entry.offeredUntil ?? '')}.`,
          actions: (
            <>
              {purchase}
              <div className="mt-8 space-y-3 border-t border-line pt-5">
                <p className="text-quiet">Changed your mind? Someone else may be waiting.</p>
                {leaveButton}
              </div>
            </>
          ),
        };
      default:
        return {
          title: endTitles[entry.state],
          text: entryEndTable[entry.state].text,
          actions: entry.state === 'passed' && canWait && (
            <Button
              className="mt-6"
              disabled={change.isPending}
              onClick={() => change.mutate('confirm')}
            >
              Join again
            </Button>
          ),
        };
    }
  }
}
