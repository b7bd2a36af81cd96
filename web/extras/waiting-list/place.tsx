import { type ReactNode, useEffect, useRef } from 'react';
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
};

const inLine = (ahead: number) =>
  ahead === 0 ? 'You are the next.' : ahead === 1 ? 'One is in line before you.' : `${ahead} are in line before you.`;

/** The headings above what `entryEndTable` says, in other words than it. */
const endTitles: Record<EntryEnd, string> = {
  bought: 'It is yours',
  passed: 'Your turn is over',
  left: 'You are not in line any more',
  removed: 'You are not in line any more',
  double: 'You have a place already',
  free: 'You need not wait',
  sold: 'It went to somebody else',
  gone: 'It is no longer for sale',
  closed: 'You are not in line any more',
};

/** A place in line: to confirm, to wait in, to buy with, and to leave with one click. */
export function Place({ entry, link, timeZone, purchase }: Props) {
  const change = useEntryChange(link);
  const leave = (text: string) => (
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
        <h1 className="text-4xl md:text-5xl">{title}</h1>
        <p className="figures mt-4 max-w-prose text-lg">{text}</p>
      </div>
      {change.error && (
        <p role="alert" className="mt-4 border-l-4 border-bad pl-3">
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
          title: 'Do you want to wait?',
          text: `If ${entry.title} becomes free, we write to you, and for a while nobody but you can buy it.`,
          actions: (
            <div className="mt-6 flex flex-wrap gap-3">
              <Button disabled={change.isPending} onClick={() => change.mutate('confirm')}>
                Yes, put me in line
              </Button>
              {leave('No, thank you')}
            </div>
          ),
        };
      case 'waiting':
        return {
          title: 'You are in line',
          text: `${inLine(entry.ahead ?? 0)} When it is your turn, we write to you.`,
          actions: <div className="mt-6">{leave('Leave the line')}</div>,
        };
      case 'offered':
        return {
          title: 'It is reserved for you',
          text: `Until ${formatDate(entry.offeredUntil ?? '', timeZone)} nobody but you can buy it.`,
          actions: (
            <>
              {purchase}
              <div className="mt-8 space-y-3 border-t border-line pt-5">
                <p className="text-quiet">You do not want it any more? Somebody else may be waiting.</p>
                {leave('Leave the line')}
              </div>
            </>
          ),
        };
      default:
        return { title: endTitles[entry.state], text: entryEndTable[entry.state].text, actions: null };
    }
  }
}
