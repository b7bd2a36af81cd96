import { type ReactNode, useState } from 'react';
import { formatDollars } from '#core/contract/money.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatDate } from '#ui/lib/format.ts';
import { openLogin } from '#ui/lib/login-dialog.ts';
import { Conflict } from './conflict.tsx';
import { type ClaimEntry, centsOf, type Entry, titleOf } from './entries.ts';
import { discardHere } from './held.ts';
import {
  countWords,
  discardWords,
  kindWord,
  recorded,
  reopened,
  toSend,
  typingErrors,
  unsent,
} from './queue-rules.ts';
import { ReceiptButton } from './receipt.tsx';
import { whileNotSending } from './sending.ts';
import { changeEntry, removeEntry } from './show-queries.ts';
import type { SendingState } from './use-device.ts';
import { DISCARD } from './words.ts';

type Props = {
  entries: readonly Entry[];
  state: SendingState;
  isOnline: boolean;
  timeZone: string;
  onSend: () => void;
  onOpen: (key: string) => void;
  shopUrl: string;
  sendsMail: boolean;
};

const priceOf = (entry: Entry): string => {
  const cents = centsOf(entry);
  return cents === null ? '' : formatDollars(cents);
};
const isClaim = (entry: Entry): entry is ClaimEntry =>
  entry.kind === 'sale' || entry.kind === 'hold';

export function Queue({
  entries,
  state,
  isOnline,
  timeZone,
  onSend,
  onOpen,
  shopUrl,
  sendsMail,
}: Props) {
  const [asked, setAsked] = useState<Entry | null>(null);
  const conflicts = entries.filter(isClaim).filter(({ state }) => state === 'conflict');
  const refused = entries.filter(
    (entry) => entry.state === 'refused' || (entry.state === 'conflict' && !isClaim(entry)),
  );
  const drafts = entries.filter((entry) => entry.state === 'draft');
  const waiting = toSend(entries);
  const sent = entries
    .filter((entry) => entry.state === 'sent')
    .toSorted((a, b) => (b.sentAt ?? 0) - (a.sentAt ?? 0));
  const reopen = async ({ key }: Entry) => {
    await whileNotSending(() => changeEntry(key, reopened));
    onOpen(key);
  };
  const timeOf = (ms: number | null) => formatDate(new Date(ms ?? 0).toISOString(), timeZone);
  return (
    <>
      {conflicts.length > 0 && (
        <section aria-label="Conflicts" className="mt-6 space-y-4">
          <h2 className="text-2xl">
            {conflicts.length === 1 ? 'Sold twice' : `${conflicts.length} pieces sold twice`}
          </h2>
          {conflicts.map((entry) => (
            <Conflict
              key={entry.key}
              entry={entry}
              timeZone={timeZone}
              onChange={() => void reopen(entry)}
            />
          ))}
        </section>
      )}
      {refused.length > 0 && (
        <Group title="Couldn’t be sent">
          {refused.map((entry) => (
            <Row key={entry.key} entry={entry} detail={entry.message ?? ''} tone="border-bad">
              {entry.kind !== 'ending' && (
                <Button look="outline" className="min-h-12" onClick={() => void reopen(entry)}>
                  Change
                </Button>
              )}
              {typingErrors(entry, Date.now()) === null && (
                <Button
                  look="outline"
                  className="min-h-12"
                  onClick={() =>
                    void changeEntry(entry.key, (stored) => recorded(stored, Date.now()))
                  }
                >
                  Try again
                </Button>
              )}
              <Button look="danger" className="min-h-12" onClick={() => setAsked(entry)}>
                Discard
              </Button>
            </Row>
          ))}
        </Group>
      )}
      {waiting.length > 0 && (
        <Group title={`${countWords(waiting)} to send`}>
          <li className="py-3">
            <p role="status">{sendingWords(state, isOnline)}</p>
            {state === 'login' ? (
              <Button className="mt-3 min-h-14 w-full" onClick={openLogin}>
                Log in and send
              </Button>
            ) : (
              <Button
                look="outline"
                className="mt-3 min-h-14 w-full"
                disabled={state === 'sending' || !isOnline}
                onClick={onSend}
              >
                Send now
              </Button>
            )}
          </li>
          {waiting.map((entry) => (
            <Row
              key={entry.key}
              entry={entry}
              detail={`Recorded ${timeOf(entry.recordedAt)}`}
              tone="border-warn"
            >
              {entry.kind === 'ending' ? (
                <Button
                  look="outline"
                  className="min-h-12"
                  aria-label={`Discard ${titleOf(entry)}`}
                  onClick={() => setAsked(entry)}
                >
                  Discard
                </Button>
              ) : (
                <Button
                  look="outline"
                  className="min-h-12"
                  aria-label={`Change ${titleOf(entry)}`}
                  onClick={() => void reopen(entry)}
                >
                  Change
                </Button>
              )}
            </Row>
          ))}
        </Group>
      )}
      {drafts.length > 0 && (
        <Group title="Unfinished">
          {drafts.map((entry) => (
            <Row
              key={entry.key}
              entry={entry}
              detail={`Started ${timeOf(entry.begunAt)}`}
              tone="border-line"
            >
              <Button
                look="outline"
                className="min-h-12"
                aria-label={`Continue ${titleOf(entry)}`}
                onClick={() => onOpen(entry.key)}
              >
                Continue{' '}
              </Button>
            </Row>
          ))}
        </Group>
      )}
      {sent.length > 0 && (
        <details
          className="mt-6 border-y border-line"
          open={unsent(entries).length === 0 && sent.length <= 3}
        >
          <summary className="figures min-h-14 content-center text-lg">{sentWords(sent)}</summary>
          <ul aria-label="In the shop" className="divide-y divide-line pb-3">
            {sent.map((entry) => (
              <Row
                key={entry.key}
                entry={entry}
                tone="border-good"
                detail={`${entry.message ?? ''} ${becameWords(entry)}${timeOf(entry.sentAt)}`.trim()}
              >
                {entry.kind === 'sale' && entry.madeId !== null && entry.receiptPath && (
                  <ReceiptButton
                    {...{ shopUrl, sendsMail }}
                    sale={{
                      orderId: entry.madeId,
                      path: entry.receiptPath,
                      title: titleOf(entry),
                      email: entry.typed.customerEmail,
                    }}
                  />
                )}
              </Row>
            ))}
          </ul>
          <Button
            look="plain"
            className="mb-3 min-h-12"
            onClick={() => void Promise.all(sent.map(({ key }) => removeEntry(key)))}
          >
            Clear this list
          </Button>
        </details>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={DISCARD}
        confirm="Discard"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          // What is on its way is sent first, and stays.
          if (asked) void discardHere(asked.key);
          setAsked(null);
        }}
      >
        {asked && discardWords(asked)}
      </ConfirmDialog>
    </>
  );
}

function becameWords(entry: Entry): string {
  if (entry.kind === 'piece') return 'Hidden draft, ';
  const orderId = entry.kind === 'ending' ? entry.typed.orderId : entry.madeId;
  return orderId === null ? '' : `Order #${orderId}, `;
}

function sendingWords(state: SendingState, isOnline: boolean): string {
  if (state === 'login')
    return 'You’ve been logged out. Everything is saved here. Log in to send it.';
  if (!isOnline)
    return 'You’re offline. Everything is saved on this device and sent once you’re online.';
  if (state === 'sending') return 'Sending...';
  return 'Couldn’t reach the shop. We’ll keep trying.';
}

function sentWords(sent: readonly Entry[]): string {
  const cents = sent.reduce(
    (sum, entry) => sum + (entry.kind === 'sale' ? (centsOf(entry) ?? 0) : 0),
    0,
  );
  return `In the shop: ${countWords(sent)}${cents > 0 ? `, ${formatDollars(cents)}` : ''}`;
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-6">
    <h2 className="text-2xl">{title}</h2>
    <ul className="mt-2 divide-y divide-line border-y border-line">{children}</ul>
  </section>
);

const Row = ({
  entry,
  detail,
  tone,
  children,
}: {
  entry: Entry;
  detail: string;
  tone: string;
  children?: ReactNode;
}) => (
  <li className={`flex flex-wrap items-center gap-x-4 gap-y-3 border-l-4 py-3 pl-4 ${tone}`}>
    <div className="min-w-0 flex-1 basis-48">
      <p className="wrap-anywhere">
        {titleOf(entry)}{' '}
        <span className="figures whitespace-nowrap text-quiet">{priceOf(entry)}</span>
      </p>
      <p className="text-sm wrap-anywhere text-quiet">
        {`${kindWord(entry).charAt(0).toUpperCase()}${kindWord(entry).slice(1)}`}. {detail}
      </p>
    </div>
    {children && <div className="flex flex-wrap gap-3">{children}</div>}
  </li>
);
