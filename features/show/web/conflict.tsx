import { useState } from 'react';
import { MAX_PRIVATE_NOTE } from '#core/contract/catalogue/private-notes.ts';
import { formatDollars } from '#core/contract/money.ts';
import type { StatusEffects } from '#core/contract/selling/order-edits.ts';
import { orderKindTable } from '#core/contract/selling/order-kinds.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { ShowClaims } from '#features/show/contract/show.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { call, messageOf } from '#ui/lib/api.ts';
import { formatDate } from '#ui/lib/format.ts';
import { ifMatch } from '#ui/lib/if-match.ts';
import { noteOf } from './bodies.ts';
import { type ClaimEntry, centsOf, linesOf, titleOf } from './entries.ts';
import { recorded, withoutLine } from './queue-rules.ts';
import { changeEntry, removeEntry } from './show-queries.ts';

type Claim = ShowClaims['claims'][number];

/** `Ordered online on Nov 21, 2026, 2:02 PM by Ada Buyer: order #12, paid.` */
function claimWords(
  { kind, orderId, status, placedAt, customerName }: Claim,
  timeZone: string,
): string {
  const where = orderKindTable[kind].isPaidByVenmo ? 'Ordered online' : 'Entered as a sale';
  const by = customerName === '' ? '' : ` by ${customerName}`;
  return `${where} on ${formatDate(placedAt, timeZone)}${by}: order #${orderId}, ${orderStatusTable[status].label.toLowerCase()}.`;
}

/** What canceling the other order does to its pieces, and who tells its buyer. */
export const cancellationWords = ({ specimens, mail, hasMailServer }: StatusEffects): string =>
  [
    ...specimens.map(({ text }) => text),
    mail !== null && hasMailServer
      ? `${mail.to} will be emailed.`
      : 'No email is sent, so please tell the buyer yourself.',
  ].join(' ');

/** Orders whose pieces nobody has yet can give way. */
const canGiveWay = ({ status }: Claim): boolean => status === 'pending' || status === 'paid';

type Props = { entry: ClaimEntry; timeZone: string; onChange: () => void };
type Question = { title: string; text: string; confirm: string; act: () => Promise<unknown> };

export function Conflict({ entry, timeZone, onChange }: Props) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { typed, claims, recordedAt } = entry;
  const other = claims?.claims[0];
  const price = formatDollars(centsOf(entry) ?? 0);
  const mine = entry.kind;
  const lines = linesOf(entry);
  const contested = lines.find(({ specimenId }) => specimenId === claims?.specimenId);
  const rest = lines.length > 1 && contested ? withoutLine(entry, contested.specimenId) : null;
  const soldAt = formatDate(new Date(recordedAt ?? 0).toISOString(), timeZone);

  async function run(act: () => Promise<unknown>) {
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(
        messageOf(error, 'Couldn’t reach the shop. Nothing changed. Try again when you’re online.'),
      );
    } finally {
      setBusy(false);
    }
  }

  const again = () => changeEntry(entry.key, (stored) => recorded(stored, Date.now()));
  const discard = () => removeEntry(entry.key);

  async function keepAsNote(orderId: number) {
    const { privateNote, version } = await call('GET /api/manage/orders/:id', {
      params: { id: orderId },
    });
    const line = noteOf(entry, (iso) => formatDate(iso, timeZone), contested);
    // Sent again after a lost response, the note is still there only once.
    if (!privateNote.includes(line)) {
      const note = [privateNote, line].filter(Boolean).join('\n');
      if (note.length > MAX_PRIVATE_NOTE)
        return setProblem(`The note on order #${orderId} is full. Shorten it first.`);
      await call('PATCH /api/orders/:id', {
        params: { id: orderId },
        body: { privateNote: note },
        headers: ifMatch(version),
      });
    }
    if (rest) await changeEntry(entry.key, () => recorded(rest, Date.now()));
    else await discard();
  }

  async function askToCancel({ orderId }: Claim) {
    const effects = await call('GET /api/manage/orders/:id/effects', {
      params: { id: orderId },
      query: { status: 'cancelled' },
    });
    if (effects.refusal !== null) return setProblem(effects.refusal);
    setQuestion({
      title: `Cancel order #${orderId}?`,
      text: `${cancellationWords(effects)} If it was paid, please refund the buyer. Then your ${mine} of ${soldAt} is recorded.`,
      confirm: `Cancel order #${orderId}`,
      act: async () => {
        await call('PUT /api/orders/:id/status', {
          params: { id: orderId },
          body: { status: 'cancelled' },
        });
        await again();
      },
    });
  }

  return (
    <article aria-label={`Conflict: ${titleOf(entry)}`} className="callout look-bad bg-raised p-5">
      <h3 className="text-xl wrap-anywhere">{titleOf(entry)}</h3>
      <p className="mt-2 wrap-anywhere">
        {mine === 'sale'
          ? `You sold it here on ${soldAt}, for ${price}`
          : `You put it on hold here on ${soldAt}`}
        {typed.customerName.trim() !== '' &&
          ` ${mine === 'sale' ? 'to' : 'for'} ${typed.customerName.trim()}`}
        . {rest !== null && contested && `“${contested.title}” of it: `}
        {other ? claimWords(other, timeZone) : entry.message}
      </p>
      <p className="mt-2 text-quiet">
        {other && mine === 'sale'
          ? 'Only one sale can go through. Yours isn’t recorded yet.'
          : `Your ${mine} isn’t recorded yet.`}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-3 callout wrap-anywhere">
          {problem}
        </p>
      )}
      <div className="mt-4 grid gap-3">
        {other && (
          <Button
            look="outline"
            className="min-h-14"
            disabled={isBusy}
            onClick={() => void run(() => keepAsNote(other.orderId))}
          >
            Keep order #{other.orderId}, add a note about my {mine}
            {rest !== null && ', and go on with the others'}
          </Button>
        )}
        {other && canGiveWay(other) && (
          <Button
            look="outline"
            className="min-h-14"
            disabled={isBusy}
            onClick={() => void run(() => askToCancel(other))}
          >
            Keep my {mine}, cancel order #{other.orderId}
          </Button>
        )}
        <div className="grid grid-cols-3 gap-3">
          <Button
            look="outline"
            className="min-h-14 px-2!"
            disabled={isBusy}
            onClick={() => void run(again)}
          >
            Try again
          </Button>
          <Button look="outline" className="min-h-14 px-2!" disabled={isBusy} onClick={onChange}>
            Change
          </Button>
          <Button
            look="danger"
            className="min-h-14 px-2!"
            disabled={isBusy}
            onClick={() =>
              setQuestion({
                title: `Discard your ${mine}?`,
                text: `Deletes the ${mine} of ${titleOf(entry)}, ${price}, from this device.${other ? ` Order #${other.orderId} stays.` : ''}`,
                confirm: 'Discard',
                act: discard,
              })
            }
          >
            Discard
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={question !== null}
        title={question?.title ?? ''}
        confirm={question?.confirm ?? ''}
        isBusy={isBusy}
        onCancel={() => setQuestion(null)}
        onConfirm={() => question && void run(question.act).then(() => setQuestion(null))}
      >
        {question?.text}
      </ConfirmDialog>
    </article>
  );
}
