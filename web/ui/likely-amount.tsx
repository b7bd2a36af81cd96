import type { ComponentProps } from 'react';
import { likelyAmount, noAmount } from '#contract/amount-question.ts';
import { formatAmount, formatDollars } from '#contract/money.ts';
import { TextField } from './field.tsx';

/** Beneath a field that asks “Did you mean $120.50?”: the button that says yes. Nothing where the field says something else, as of a price of 0,00. */
export function LikelyAmount({ text, error, onTake }: { text: string; error: string | undefined; onTake: (amount: string) => void }) {
  const cents = likelyAmount(text);
  if (cents === null || error !== noAmount(text)) return null;
  return (
    <button type="button" onClick={() => onTake(formatAmount(cents))} className="figures min-h-11 text-left text-link">
      Use {formatDollars(cents)}
    </button>
  );
}

type Props = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & { value: string; onType: (text: string) => void };

/** A field for an amount that the page keeps, with that button. An error goes once what it asks about is an amount. */
export function AmountTextField({ value, onType, error, ...props }: Props) {
  return (
    <div>
      <TextField {...props} autoComplete="off" value={value} error={error} onChange={(event) => onType(event.target.value)} />
      <LikelyAmount text={value} error={error} onTake={onType} />
    </div>
  );
}
