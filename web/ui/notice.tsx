import type { ReactNode } from 'react';

type Props = {
  title?: string;
  /** The title's level: that of a heading in the list's place. */
  heading?: 'h2' | 'h3';
  text: string;
  /** An alert interrupts a screen reader; use it where something failed. */
  isAlert?: boolean;
  /** Spacing around and within. */
  className: string;
  /** What to do about it. */
  children?: ReactNode;
};

/** Takes the place of a list that is empty or could not be loaded. */
export function Notice({ title, heading: Heading = 'h2', text, isAlert = false, className, children }: Props) {
  return (
    <div role={isAlert ? 'alert' : 'status'} className={`border-y border-line text-center ${className}`}>
      {title && <Heading className="text-2xl">{title}</Heading>}
      <p className={title ? 'mx-auto mt-3 max-w-xl text-quiet wrap-anywhere' : 'text-lg'}>{text}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}
