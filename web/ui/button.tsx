import type { ComponentProps } from 'react';

type Look = 'solid' | 'outline' | 'plain' | 'danger';

const looks: Record<Look, string> = {
  solid: 'bg-action text-on-action hover:brightness-110',
  outline: 'border border-field text-ink hover:border-accent hover:text-accent',
  plain: 'text-ink hover:text-accent',
  danger: 'border border-bad text-bad hover:bg-bad hover:text-ground',
};

/** The class of a button, for links that look like one. */
export const buttonClass = (look: Look = 'solid', more = '') =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-[3px] px-5 py-2 text-[0.95rem] font-medium no-underline transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 ${looks[look]} ${more}`;

/** A button at least 44 px high; its `type` defaults to "button". */
export function Button({ look = 'solid', className = '', type = 'button', ...props }: ComponentProps<'button'> & { look?: Look }) {
  return <button type={type} className={buttonClass(look, className)} {...props} />;
}

/** A square button that shows only an icon; the label is its accessible name. */
export function IconButton({ label, className = '', children, ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`relative inline-grid size-11 place-items-center rounded-[3px] text-ink transition-colors hover:text-accent disabled:cursor-not-allowed disabled:opacity-40 ${className}`}
      {...props}
    >
      {children}
    </button>
  );
}
