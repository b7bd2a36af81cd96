import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { OrderChangeInput } from '#core/contract/selling/changing-orders.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { Tick } from '#ui/tick.tsx';
import { toast } from '#ui/toast.ts';
import { useGuardedClose } from '#ui/use-guarded-close.tsx';
import { useSettled } from '#ui/use-settled.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { AddedPieces } from './added-pieces.tsx';
import { changePreviewQuery, useOrderChange } from './admin-order-queries.ts';
import { type AddedPiece, ChangedLine, type ChangedLineState } from './changed-line.tsx';
import { WordsField } from './money-fields.tsx';
import { EMAIL_BUYER } from './order-toasts.ts';
import { type PieceChoice, PieceChoiceField } from './piece-choice.tsx';
import { AnnouncedMail } from './status-effects.tsx';

const AGREED = 'They agreed on the phone';
const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

export default function ChangeOrder(props: Props) {
  // What is decided here was decided about the order as it was.
  const [opened, setOpened] = useState(props.order);
  const isOld = opened.contentsVersion !== props.order.contentsVersion;
  return (
    <Editor
      key={opened.contentsVersion}
      {...props}
      order={opened}
      onReload={isOld ? () => setOpened(props.order) : null}
    />
  );
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
  const [words, setWords] = useState('');
  const input: OrderChangeInput = {
    version: order.contentsVersion,
    lines: lines
      .filter(({ isOut }) => !isOut)
      .map(({ id, price, quantity }) => ({ id, price, quantity: wholeNumber(quantity) })),
    added: added.map(({ specimenId, price, quantity }) => ({
      specimenId,
      price,
      quantity: wholeNumber(quantity),
    })),
    pieces,
    writesToBuyer,
    buyerAgreed,
    words,
    ...(shipping.trim() !== '' && { shipping }),
  };
  const typed = JSON.stringify(input);
  const [untouched] = useState(typed);
  const { close, question } = useGuardedClose(typed !== untouched, onClose);
  const settled = useSettled(typed);
  const {
    data: preview,
    error,
    isLoading,
    isFetching,
    isPlaceholderData,
  } = useQuery(changePreviewQuery(order.id, JSON.parse(settled)));
  // The new total moves the button, and may change what it does: it waits.
  const isCounting = settled !== typed || isLoading || (isFetching && isPlaceholderData);
  const needsYes = preview?.needsYes === true;
  const maySayAgreed = order.customerEmail === '' || order.kind === 'elsewhere';
  const asksBuyer = needsYes && order.customerEmail !== '' && !(maySayAgreed && buyerAgreed);
  const leaves = lines.some(
    ({ isOut, quantity, ordered }) => isOut || wholeNumber(quantity) < ordered,
  );

  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      const { proposal } = await change.mutateAsync(input);
      onClose();
      if (proposal)
        toast({
          title: 'Buyer Asked',
          description: `Order #${order.id} changes once the buyer accepts.`,
        });
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
        {order.proposal && (
          <p className="callout">
            The buyer is being asked about a change. This one takes its place.
          </p>
        )}
        <ul className="divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <ChangedLine
              key={line.id}
              line={line}
              onChange={(next) =>
                setLines(lines.map((one) => (one.id === line.id ? { ...one, ...next } : one)))
              }
            />
          ))}
        </ul>
        <AddedPieces
          added={added}
          ordered={order.lines.flatMap(({ specimenId }) => specimenId ?? [])}
          onChange={setAdded}
        />
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
                  <AmountRow
                    name="New total"
                    value={dollars(preview.totalAmount)}
                    isTotal
                    className="text-xl"
                  />
                </dl>
                {preview.refusal !== null && (
                  <p className="text-bad wrap-anywhere">{preview.refusal}</p>
                )}
                {asksBuyer && (
                  <p className="callout">
                    The total rises, so the buyer is asked first. Pieces you add are on hold until
                    they answer.
                  </p>
                )}
                {parseAmount(preview.surplusAmount) !== 0 && (
                  <p className="callout">
                    You’ll have {dollars(preview.surplusAmount)} to refund. Note the refund under
                    Payment.
                  </p>
                )}
              </>
            )}
          </div>
          <div className="flex flex-wrap gap-x-6">
            {order.customerEmail !== '' && !asksBuyer && (
              <Tick
                label={EMAIL_BUYER}
                visibleLabel={EMAIL_BUYER}
                checked={writesToBuyer}
                onChange={setWrites}
              />
            )}
            {needsYes && maySayAgreed && (
              <Tick
                label={AGREED}
                visibleLabel={AGREED}
                checked={buyerAgreed}
                onChange={setAgreed}
              />
            )}
          </div>
          {order.customerEmail !== '' && (asksBuyer || writesToBuyer) && (
            <WordsField value={words} onChange={setWords} />
          )}
          <AnnouncedMail
            mail={error ? null : preview?.mail}
            hasMailServer={order.hasMailServer}
            isOpen={false}
          />
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

/** Reads 0 where the text is no number, which the shop refuses. */
const wholeNumber = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0);
