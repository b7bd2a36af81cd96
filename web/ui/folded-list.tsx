import type { ReactNode } from 'react';

type Props = {
  items: readonly ReactNode[];
  /** How many are in sight; one more than that is not worth folding. */
  shown: number;
  /** What the rest is called: `7 more`. */
  more: (count: number) => string;
  className?: string;
};

/** A list whose first items are in sight, and the rest folded away beneath them. */
export function FoldedList({ items, shown, more, className }: Props) {
  if (items.length <= shown + 1) return <ul className={className}>{items}</ul>;
  return (
    <>
      <ul className={className}>{items.slice(0, shown)}</ul>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm text-quiet hover:text-accent">
          {more(items.length - shown)}
        </summary>
        <ul className={className}>{items.slice(shown)}</ul>
      </details>
    </>
  );
}
