/**
 * Every page needs these 24 × 24 icons. Screen readers skip them: the control around them has the
 * accessible name.
 */
import type { ReactNode } from 'react';

export function Icon({
  children,
  className = 'size-5',
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      {children}
    </svg>
  );
}

export type IconProps = { className?: string };

const drawn = (path: string) => (props: IconProps) => (
  <Icon {...props}>
    <path d={path} />
  </Icon>
);

export const SearchIcon = drawn('M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0m-1.5 5 5 5');
export const CartIcon = drawn('M5 8h14l-1.2 12H6.2zM9 8V6.5a3 3 0 0 1 6 0V8');
export const MenuIcon = drawn('M4 7.5h16M4 12h16M4 16.5h16');
export const CloseIcon = drawn('m5.5 5.5 13 13M18.5 5.5l-13 13');
export const ArrowDownIcon = drawn('M12 4v16m-6-6 6 6 6-6');
export const ArrowLeftIcon = drawn('M20 12H4m6-6-6 6 6 6');
export const ArrowRightIcon = drawn('M4 12h16m-6-6 6 6-6 6');
export const CheckIcon = drawn('m4.5 12.5 5 5 10-11');
export const InstagramIcon = drawn(
  'M8.5 4h7A4.5 4.5 0 0 1 20 8.5v7a4.5 4.5 0 0 1-4.5 4.5h-7A4.5 4.5 0 0 1 4 15.5v-7A4.5 4.5 0 0 1 8.5 4m7.2 8a3.7 3.7 0 1 1-7.4 0 3.7 3.7 0 0 1 7.4 0m.9-4.6h.01',
);
export const FacebookIcon = drawn(
  'M14 21v-7.5h2.6l.4-3H14V8.7c0-.9.4-1.5 1.6-1.5H17V4.6c-.3 0-1.1-.1-2-.1-2.2 0-3.8 1.3-3.8 3.8v2.2H8.6v3h2.6V21',
);
export const TwitterIcon = drawn('m5 5 14 14.5M18.5 5 5.5 19.5');
export const EmailIcon = drawn('M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5');
export const WarpcastIcon = drawn('M5 19.5V5h14v14.5M5 9h14M9 19.5V13a3 3 0 0 1 6 0v6.5');
