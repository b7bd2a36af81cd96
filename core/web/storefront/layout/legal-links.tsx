import { Link } from '@tanstack/react-router';
import { type LegalPage, legalTitles } from '#core/contract/storefront/legal.ts';

type Props = {
  pages: readonly LegalPage[];
  /** For forms whose input a page change would lose. */
  inNewTab?: boolean;
  className?: string;
};

export function LegalLinks({ pages, inNewTab = false, className = '' }: Props) {
  if (pages.length === 0) return null;
  return (
    <nav
      aria-label={inNewTab ? 'Policies, in a new tab' : 'Policies'}
      className={`flex flex-wrap gap-x-6 ${className}`}
    >
      {pages.map((page) => (
        <Link
          key={page}
          to={`/${page}`}
          target={inNewTab ? '_blank' : undefined}
          className="inline-block py-1.5 text-quiet underline-offset-4 hover:text-accent"
          activeProps={{}}
        >
          {legalTitles[page]}
        </Link>
      ))}
    </nav>
  );
}
