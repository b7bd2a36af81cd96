import type { ReactNode } from 'react';
import { formatCount } from '#contract/counts.ts';

type Props = {
  heading: string;
  /** Each with its link, how many pieces it leads to, and what is shown beside it. */
  items: readonly { key: string | number; link: ReactNode; beside?: string | null; total: number }[];
  /** Beneath the heading, such as a map. */
  children?: ReactNode;
};

/** A list of links with the number of pieces that each leads to; nothing where there are none. */
export function CountedLinks({ heading, items, children }: Props) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2 className="text-2xl">{heading}</h2>
      {children}
      <ul className="figures mt-3 border-t border-line">
        {items.map(({ key, link, beside, total }) => (
          <li key={key} className="flex min-h-11 items-center justify-between gap-4 border-b border-line">
            <span className="wrap-anywhere">
              {link}
              {beside && <span className="text-quiet">, {beside}</span>}
            </span>
            <span className="whitespace-nowrap text-quiet">{total === 1 ? '1 piece' : `${formatCount(total)} pieces`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
