import { Link } from '@tanstack/react-router';
import { type LegalPage, legalTitles } from '#contract/storefront/legal.ts';

type Props = {
  pages: readonly LegalPage[];
  /** Opens a new tab; for forms whose input a page change would lose. */
  inNewTab?: boolean;
  className?: string;
};

/** Links to the legal texts that the admin has written; nothing if there are none. */
export function LegalLinks({ pages, inNewTab = false, className = '' }: Props) {
  if (pages.length === 0) return null;
  return (
    <nav aria-label={inNewTab ? 'Policies, in a new tab' : 'Policies'} className={`flex flex-wrap gap-x-6 ${className}`}>
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
