import type { ComponentProps } from 'react';
import { useRestoredFocus } from './use-restored-focus.ts';

type Look = 'solid' | 'outline' | 'plain' | 'danger';

/**
 * For links; `controls.css` has the looks. Their names avoid Tailwind's, which has a class
 * `outline`.
 */
export const buttonClass = (look: Look = 'solid', more = '') =>
  `button look-${look} ${more}`.trim();

/**
 * At least 44 px high; `type` defaults to "button". It gets the focus back after being disabled
 * while it worked.
 */
export function Button({
  look = 'solid',
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & { look?: Look }) {
  const own = useRestoredFocus<HTMLButtonElement>(props.disabled);
  return <button ref={own} type={type} className={buttonClass(look, className)} {...props} />;
}

export function IconButton({
  label,
  className = '',
  children,
  ...props
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`icon-button ${className}`}
      {...props}
    >
      {children}
    </button>
  );
}
