import type { ComponentProps } from 'react';
import { useRestoredFocus } from './use-restored-focus.ts';

type Look = 'solid' | 'outline' | 'plain' | 'danger';

/** The class of a button, for links that look like one; its looks are in `controls.css`. Their names are theirs alone: Tailwind has a class `outline`. */
export const buttonClass = (look: Look = 'solid', more = '') => `button look-${look} ${more}`.trim();

/** A button at least 44 px high; its `type` defaults to "button". It gets the focus back after being disabled while it worked. */
export function Button({ look = 'solid', className = '', type = 'button', ...props }: ComponentProps<'button'> & { look?: Look }) {
  const own = useRestoredFocus<HTMLButtonElement>(props.disabled);
  return <button ref={own} type={type} className={buttonClass(look, className)} {...props} />;
}

/** A square button that shows only an icon; the label is its accessible name. */
export function IconButton({ label, className = '', children, ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" aria-label={label} title={label} className={`icon-button ${className}`} {...props}>
      {children}
    </button>
  );
}
