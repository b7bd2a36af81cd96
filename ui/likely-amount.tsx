import { type ComponentProps, useRef } from 'react';
import { likelyAmount, noAmount } from '#core/contract/amount-question.ts';
import { formatAmount, formatDollars } from '#core/contract/money.ts';
import { TextField } from './field.tsx';

/**
 * Says yes to a field that asks “Did you mean $120.50?”. Hidden where the field says something
 * else, as for a price of 0,00.
 */
export function LikelyAmount({
  text,
  error,
  onTake,
}: {
  text: string;
  error: string | undefined;
  onTake: (amount: string) => void;
}) {
  const cents = likelyAmount(text);
  if (cents === null || error !== noAmount(text)) return null;
  return (
    <button
      type="button"
      onClick={() => onTake(formatAmount(cents))}
      className="figures min-h-11 text-left text-link"
    >
      Use {formatDollars(cents)}
    </button>
  );
}

type Props = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: string;
  onType: (text: string) => void;
};

/** The page keeps the amount; the button goes once it is pressed. */
export function AmountTextField({ value, onType, error, ...props }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const take = (amount: string) => {
    onType(amount);
    const input = frame.current?.querySelector('input');
    input?.focus();
    // A form that was refused checks again, as it does when someone types.
    input?.form?.dispatchEvent(new Event('input'));
  };
  return (
    <div ref={frame}>
      <TextField
        {...props}
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => onType(event.target.value)}
      />
      <LikelyAmount text={value} error={error} onTake={take} />
    </div>
  );
}
