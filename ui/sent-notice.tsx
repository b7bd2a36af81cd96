import type { ReactNode } from 'react';

/**
 * What replaces the form is shorter, and would be above the visible part of the page. The focus has
 * it read out, so as a status it is silent.
 */
const focus = (notice: HTMLElement | null) => notice?.focus();

export const SentNotice = ({ title, children }: { title: string; children: ReactNode }) => (
  <div
    ref={focus}
    tabIndex={-1}
    role="status"
    aria-live="off"
    className="scroll-mt-24 callout look-good bg-raised p-5 outline-none sm:p-7"
  >
    <p className="font-serif text-2xl">{title}</p>
    <p className="mt-2 wrap-anywhere">{children}</p>
  </div>
);
