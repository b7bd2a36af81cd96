import { Link } from '@tanstack/react-router';
import { type LegalPage, legalTitles } from '#contract/legal.ts';

type Props = {
  pages: readonly LegalPage[];
  /** For where something is being filled in that a change of page would lose. */
  inNewTab?: boolean;
  className?: string;
};

/** Ways to the texts that the admin has written; nothing where there are none. */
export function LegalLinks({ pages, inNewTab = false, className = '' }: Props) {
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Terms" className={`flex flex-wrap gap-x-6 ${className}`}>
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
