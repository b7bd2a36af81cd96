import type { ReactNode } from 'react';
import { formatCount } from '#core/contract/counts.ts';

type Props = {
  heading: string;
  items: readonly {
    key: string | number;
    link: ReactNode;
    beside?: string | null;
    total: number;
  }[];
  children?: ReactNode;
};

export function CountedLinks({ heading, items, children }: Props) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2 className="text-2xl">{heading}</h2>
      {children}
      <ul className="figures mt-3 border-t border-line">
        {items.map(({ key, link, beside, total }) => (
          <li
            key={key}
            className="flex min-h-11 items-center justify-between gap-4 border-b border-line"
          >
            <span className="wrap-anywhere">
              {link}
              {beside && <span className="text-quiet">, {beside}</span>}
            </span>
            <span className="whitespace-nowrap text-quiet">
              {total === 1 ? '1 piece' : `${formatCount(total)} pieces`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
