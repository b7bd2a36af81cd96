type Props = {
  name: string;
  /** The amount, formatted. */
  value: string;
  /** Sets the last row off from those it sums up. */
  isTotal?: boolean;
  className?: string;
};

/** One amount of a sum; belongs into a `<dl>`. */
export function AmountRow({ name, value, isTotal = false, className = '' }: Props) {
  return (
    <div className={`flex justify-between ${isTotal ? 'border-t border-line pt-2' : 'text-quiet'} ${className}`}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
