import { type ReactNode, useEffect, useRef } from 'react';
import { hoursText } from '#contract/extras/waiting-list/hours-text.ts';
import { JOIN_WAITING_LIST } from '#contract/extras/waiting-list/join-label.ts';
import type { Entry } from '#contract/extras/waiting-list/waiting-list.ts';
import { type EntryEnd, entryEndTable } from '#contract/extras/waiting-list/waiting-rules.ts';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { messageOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { useEntryChange } from './waiting-queries.ts';

type Props = {
  entry: Entry;
  link: KeyedLink;
  timeZone: string;
  /** How to buy what is reserved. */
  purchase: ReactNode;
  /** Whether the piece has a waiting list to join again. */
  canWait: boolean;
};

const inLine = (ahead: number) =>
  ahead === 0 ? 'You’re next in line.' : ahead === 1 ? 'One person is ahead of you.' : `${ahead} people are ahead of you.`;

const OFF = 'You’re off the list';

/** The headings above what `entryEndTable` says, in other words than it. */
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

/** A place on a waiting list: to confirm, to wait in, to buy with, and to leave with one click. */
export function Place({ entry, link, timeZone, purchase, canWait }: Props) {
  const change = useEntryChange(link);
  const leave = (text = 'Leave the waiting list') => (
    <Button look="outline" disabled={change.isPending} onClick={() => change.mutate('leave')}>
      {text}
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
              {leave('No thanks')}
            </div>
          ),
        };
      case 'waiting':
        return {
          title: 'You’re on the waiting list',
          text: `${inLine(entry.ahead ?? 0)} We’ll email you when it’s your turn.`,
          actions: <div className="mt-6">{leave()}</div>,
        };
      case 'offered':
        return {
          title: 'It’s reserved for you',
          text: `Only you can buy it until ${formatDate(entry.offeredUntil ?? '', timeZone)}.`,
          actions: (
            <>
              {purchase}
              <div className="mt-8 space-y-3 border-t border-line pt-5">
                <p className="text-quiet">Changed your mind? Someone else may be waiting.</p>
                {leave()}
              </div>
            </>
          ),
        };
      default:
        return {
          title: endTitles[entry.state],
          text: entryEndTable[entry.state].text,
          actions: entry.state === 'passed' && canWait && (
            <Button className="mt-6" disabled={change.isPending} onClick={() => change.mutate('confirm')}>
              Join again
            </Button>
          ),
        };
    }
  }
}
