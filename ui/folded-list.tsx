import type { ReactNode } from 'react';

type Props = {
  items: readonly ReactNode[];
  shown: number;
  more: (count: number) => string;
  className?: string;
};

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
