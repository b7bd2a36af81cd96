type Props = {
  name: string;
  value: string;
  isTotal?: boolean;
  className?: string;
};

/** Belongs into a `<dl>`. */
export function AmountRow({ name, value, isTotal = false, className = '' }: Props) {
  return (
    <div
      className={`flex justify-between ${isTotal ? 'border-t border-line pt-2' : 'text-quiet'} ${className}`}
    >
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
