import type { ReactNode } from 'react';

type Props = {
  title?: string;
  /** The level of a heading in the list's place. */
  heading?: 'h2' | 'h3';
  text: string;
  /** An alert interrupts a screen reader; use it where something failed. */
  isAlert?: boolean;
  className: string;
  children?: ReactNode;
};

export function Notice({
  title,
  heading: Heading = 'h2',
  text,
  isAlert = false,
  className,
  children,
}: Props) {
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className={`border-y border-line text-center ${className}`}
    >
      {title && <Heading className="text-2xl">{title}</Heading>}
      <p className={title ? 'mx-auto mt-3 max-w-xl text-quiet wrap-anywhere' : 'text-lg'}>{text}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}
