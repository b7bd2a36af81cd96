import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass } from './button.tsx';

type Props = {
  page: number;
  pages: number;
  /** Undefined is the first page, whose URL names none. */
  linkTo: (page: number | undefined) => LinkProps;
};

export function Pagination({ page, pages, linkTo }: Props) {
  if (pages <= 1) return null;
  const link = (to: number, label: string) =>
    to >= 1 && to <= pages ? (
      <Link
        {...linkTo(to === 1 ? undefined : to)}
        activeProps={{}}
        className={buttonClass('outline')}
      >
        {label}
      </Link>
    ) : (
      <span aria-disabled="true" className={buttonClass('outline', 'pointer-events-none')}>
        {label}
      </span>
    );
  return (
    <nav
      aria-label="Pages"
      className="figures mt-10 flex flex-wrap items-center justify-center gap-5"
    >
      {link(page - 1, 'Previous')}
      <span>{`Page ${page} of ${pages}`}</span>
      {link(page + 1, 'Next')}
    </nav>
  );
}
