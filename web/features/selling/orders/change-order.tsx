import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDollars, parseAmount } from '#contract/money.ts';
import type { OrderChangeInput } from '#contract/selling/changing-orders.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { AmountRow } from '#web/ui/amount-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { Tick } from '#web/ui/tick.tsx';
import { toast } from '#web/ui/toast.ts';
import { useGuardedClose } from '#web/ui/use-guarded-close.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { AddedPieces } from './added-pieces.tsx';
import { changePreviewQuery, useOrderChange } from './admin-order-queries.ts';
import { type AddedPiece, ChangedLine, type ChangedLineState } from './changed-line.tsx';
import { EMAIL_BUYER } from './order-toasts.ts';
import { type PieceChoice, PieceChoiceField } from './piece-choice.tsx';
import { AnnouncedMail } from './status-effects.tsx';

const AGREED = 'The buyer said yes to the higher total';
const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

/** Takes pieces out of an order, puts others in, and corrects prices and shipping; a higher total is asked of the buyer. */
export default function ChangeOrder(props: Props) {
  // Of the order as it was when the dialog opened: what is decided here was decided about that.
  const [opened, setOpened] = useState(props.order);
  const isOld = opened.contentsVersion !== props.order.contentsVersion;
  return <Editor key={opened.contentsVersion} {...props} order={opened} onReload={isOld ? () => setOpened(props.order) : null} />;
}

type Props = { order: OrderDetail; onClose: () => void };

/** @param onReload begins again with the order as it is by now; null: it is as it was. */
function Editor({ order, onClose, onReload }: Props & { onReload: (() => void) | null }) {
  const change = useOrderChange(order.id);
  const [lines, setLines] = useState<ChangedLineState[]>(() =>
    order.lines.map(({ id, title, price, quantity }) => ({
      id,
      title,
      price,
      quantity: String(quantity),
      ordered: quantity,
      isOut: false,
    })),
  );
  const [added, setAdded] = useState<AddedPiece[]>([]);
  const [shipping, setShipping] = useState('');
  const [pieces, setPieces] = useState<PieceChoice>('sale');
  const [writesToBuyer, setWrites] = useState(order.customerEmail !== '');
  const [buyerAgreed, setAgreed] = useState(false);
  const input: OrderChangeInput = {
    version: order.contentsVersion,
    lines: lines.filter(({ isOut }) => !isOut).map(({ id, price, quantity }) => ({ id, price, quantity: wholeNumber(quantity) })),
    added: added.map(({ specimenId, price, quantity }) => ({ specimenId, price, quantity: wholeNumber(quantity) })),
    pieces,
    writesToBuyer,
    buyerAgreed,
    ...(shipping.trim() !== '' && { shipping }),
  };
  const typed = JSON.stringify(input);
  const [untouched] = useState(typed);
  const { close, question } = useGuardedClose(typed !== untouched, onClose);
  const settled = useSettled(typed);
  const { data: preview, error, isLoading, isFetching, isPlaceholderData } = useQuery(changePreviewQuery(order.id, JSON.parse(settled)));
  // The new total moves the button, and may change what it does: it waits, where the shop can be asked.
  const isCounting = settled !== typed || isLoading || (isFetching && isPlaceholderData);
  const needsYes = preview?.needsYes === true;
  const asksBuyer = needsYes && order.customerEmail !== '';
  const leaves = lines.some(({ isOut, quantity, ordered }) => isOut || wholeNumber(quantity) < ordered);

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      const { proposal } = await change.mutateAsync(input);
      onClose();
      if (proposal) toast({ title: 'Buyer Asked', description: `Order #${order.id} changes once the buyer accepts.` });
      else toast({ title: 'Order Updated', description: `Order #${order.id} has been changed.` });
    },
    explain: (failure) => messageOf(failure),
  });

  return (
    <Dialog open onClose={close} title={`Edit order #${order.id}`}>
      <div className="space-y-5">
        {onReload && (
          <div role="alert" className="callout">
            <p>This order has changed since you opened it, so what you do here can’t be saved.</p>
            <Button look="outline" className="mt-3" onClick={onReload}>
              Load the order as it is now
            </Button>
          </div>
        )}
        {order.proposal && <p className="callout">The buyer is being asked about a change. This one takes its place.</p>}
        <ul className="divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <ChangedLine
              key={line.id}
              line={line}
              onChange={(next) => setLines(lines.map((one) => (one.id === line.id ? { ...one, ...next } : one)))}
            />
          ))}
        </ul>
        <AddedPieces added={added} ordered={order.lines.flatMap(({ specimenId }) => specimenId ?? [])} onChange={setAdded} />
        <form onSubmit={onSubmit} aria-label={`Edit order #${order.id}`} className="space-y-5">
          <TextField
            label="Shipping"
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={shipping}
            placeholder={preview?.shippingAmount ?? order.shippingAmount}
            hint="Leave it empty for your shipping rule."
            onChange={(event) => setShipping(event.target.value)}
          />
          {leaves && <PieceChoiceField value={pieces} onChange={setPieces} />}
          <div role="status" className="space-y-3">
            {error && <p className="text-bad wrap-anywhere">{messageOf(error)}</p>}
            {!error && preview && (
              <>
                <dl className="figures space-y-1">
                  <AmountRow name="Subtotal" value={dollars(preview.subtotalAmount)} />
                  <AmountRow name="Shipping" value={dollars(preview.shippingAmount)} />
                  <AmountRow name="Total now" value={dollars(order.totalAmount)} />
                  <AmountRow name="New total" value={dollars(preview.totalAmount)} isTotal className="text-xl" />
                </dl>
                {preview.refusal !== null && <p className="text-bad wrap-anywhere">{preview.refusal}</p>}
                {asksBuyer && (
                  <p className="callout">The total rises, so the buyer is asked first. Pieces you add are on hold until they answer.</p>
                )}
                {parseAmount(preview.surplusAmount) !== 0 && (
                  <p className="callout">You’ll have {dollars(preview.surplusAmount)} to refund. Note the refund under Payment.</p>
                )}
              </>
            )}
          </div>
          {order.customerEmail !== '' && !needsYes && (
            <Tick label={EMAIL_BUYER} visibleLabel={EMAIL_BUYER} checked={writesToBuyer} onChange={setWrites} />
          )}
          {needsYes && !asksBuyer && <Tick label={AGREED} visibleLabel={AGREED} checked={buyerAgreed} onChange={setAgreed} />}
          <AnnouncedMail mail={error ? null : preview?.mail} hasMailServer={order.hasMailServer} isOpen={false} />
          <FormEnd
            problem={problem}
            isBusy={isBusy || isCounting || onReload !== null || preview?.changes.length === 0}
            submit={asksBuyer ? 'Ask the buyer' : 'Save changes'}
            onClose={close}
          />
        </form>
      </div>
      {question}
    </Dialog>
  );
}

/** What is typed of pieces; 0 where it is no number, which the shop refuses. */
const wholeNumber = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0);
