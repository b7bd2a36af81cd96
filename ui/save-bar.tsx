import type { ReactNode } from 'react';

type Props = {
  /** Hidden otherwise; what it announces is still heard. */
  isShown?: boolean;
  className?: string;
  children: ReactNode;
};

export const SaveBar = ({ isShown = true, className = '', children }: Props) => (
  <div
    className={
      isShown
        ? `save-bar sticky bottom-0 z-20 -mx-5 mt-10 border-t border-line bg-ground px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] ${className}`
        : 'sr-only'
    }
  >
    {children}
  </div>
);
