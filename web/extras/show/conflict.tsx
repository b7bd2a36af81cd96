import { useState } from 'react';
import { MAX_PRIVATE_NOTE } from '#contract/catalogue/private-notes.ts';
import type { ShowClaims } from '#contract/extras/show/show.ts';
import { formatDollars } from '#contract/money.ts';
import { orderKindTable } from '#contract/selling/order-kinds.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail, StatusEffects } from '#contract/selling/orders.ts';
import { call, messageOf, send } from '#web/lib/api.ts';
import { formatNearDate } from '#web/lib/format.ts';
import { ifMatch } from '#web/lib/if-match.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { noteOf } from './bodies.ts';
import { type ClaimEntry, centsOf, linesOf, titleOf } from './entries.ts';
import { recorded, withoutLine } from './queue-rules.ts';
import { changeEntry, removeEntry } from './show-queries.ts';

type Claim = ShowClaims['claims'][number];

/** What the other sale is, in a sentence: `Ordered online on Nov 21, 2:02 PM by Ada Buyer: order #12, paid.` */
function claimWords({ kind, orderId, status, placedAt, customerName }: Claim, timeZone: string): string {
  const where = orderKindTable[kind].isPaidByVenmo ? 'Ordered online' : 'Entered as a sale';
  const by = customerName === '' ? '' : ` by ${customerName}`;
  return `${where} on ${formatNearDate(placedAt, timeZone)}${by}: order #${orderId}, ${orderStatusTable[status].label.toLowerCase()}.`;
}

/** Orders whose pieces nobody has yet can give way. */
const canGiveWay = ({ status }: Claim): boolean => status === 'pending' || status === 'paid';

type Props = { entry: ClaimEntry; timeZone: string; onChange: () => void };
type Question = { title: string; text: string; confirm: string; act: () => Promise<unknown> };

/** A piece that was sold here and elsewhere: who has it, and the ways out. Nothing happens by itself. */
export function Conflict({ entry, timeZone, onChange }: Props) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { typed, claims, recordedAt } = entry;
  const other = claims?.claims[0];
  const price = formatDollars(centsOf(entry) ?? 0);
  const mine = entry.kind;
  const lines = linesOf(entry);
  /** The piece that the other one has, of several; else all of it gives way. */
  const contested = lines.find(({ specimenId }) => specimenId === claims?.specimenId);
  const rest = lines.length > 1 && contested ? withoutLine(entry, contested.specimenId) : null;
  const soldAt = formatNearDate(new Date(recordedAt ?? 0).toISOString(), timeZone);

  async function run(act: () => Promise<unknown>) {
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(messageOf(error, 'Couldn’t reach the shop. Nothing changed. Try again when you’re online.'));
    } finally {
      setBusy(false);
    }
  }

  const again = () => changeEntry(entry.key, (stored) => recorded(stored, Date.now()));
  const discard = () => removeEntry(entry.key);

  async function keepAsNote(orderId: number) {
    const { privateNote, version } = await call<OrderDetail>(`/api/manage/orders/${orderId}`);
    const line = noteOf(entry, (iso) => formatNearDate(iso, timeZone), contested);
    // If it is sent again after a lost response, it is still there only once.
    if (!privateNote.includes(line)) {
      const note = [privateNote, line].filter(Boolean).join('\n');
      if (note.length > MAX_PRIVATE_NOTE) return setProblem(`The note on order #${orderId} is full. Shorten it first.`);
      await call(`/api/orders/${orderId}`, { method: 'PATCH', body: { privateNote: note }, headers: ifMatch(version) });
    }
    if (rest) await changeEntry(entry.key, () => recorded(rest, Date.now()));
    else await discard();
  }

  async function askToCancel({ orderId }: Claim) {
    const effects = await call<StatusEffects>(`/api/manage/orders/${orderId}/effects?status=cancelled`);
    if (effects.refusal !== null) return setProblem(effects.refusal);
    const told =
      effects.mail === null || !effects.hasMailServer
        ? 'No email is sent, so please tell the buyer yourself.'
        : `${effects.mail} will be emailed.`;
    setQuestion({
      title: `Cancel order #${orderId}?`,
      text: `${effects.specimens.map(({ text }) => text).join(' ')} ${told} If it was paid, please refund the buyer. Then your ${mine} of ${soldAt} is recorded.`,
      confirm: `Cancel order #${orderId}`,
      act: async () => {
        await send(`/api/orders/${orderId}/status`, { method: 'PUT', body: { status: 'cancelled' } });
        await again();
      },
    });
  }

  return (
    <article aria-label={`Conflict: ${titleOf(entry)}`} className="callout look-bad bg-raised p-5">
      <h3 className="text-xl wrap-anywhere">{titleOf(entry)}</h3>
      <p className="mt-2 wrap-anywhere">
        {mine === 'sale' ? `You sold it here on ${soldAt}, for ${price}` : `You put it on hold here on ${soldAt}`}
        {typed.customerName.trim() !== '' && ` ${mine === 'sale' ? 'to' : 'for'} ${typed.customerName.trim()}`}.{' '}
        {rest !== null && contested && `“${contested.title}” of it: `}
        {other ? claimWords(other, timeZone) : entry.message}
      </p>
      <p className="mt-2 text-quiet">
        {other && mine === 'sale' ? 'Only one sale can go through. Yours isn’t recorded yet.' : `Your ${mine} isn’t recorded yet.`}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-3 callout wrap-anywhere">
          {problem}
        </p>
      )}
      <div className="mt-4 grid gap-3">
        {other && (
          <Button look="outline" className="min-h-14" disabled={isBusy} onClick={() => void run(() => keepAsNote(other.orderId))}>
            Keep order #{other.orderId}, add a note about my {mine}
            {rest !== null && ', and go on with the others'}
          </Button>
        )}
        {other && canGiveWay(other) && (
          <Button look="outline" className="min-h-14" disabled={isBusy} onClick={() => void run(() => askToCancel(other))}>
            Keep my {mine}, cancel order #{other.orderId}
          </Button>
        )}
        <div className="grid grid-cols-3 gap-3">
          <Button look="outline" className="min-h-14 px-2!" disabled={isBusy} onClick={() => void run(again)}>
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
