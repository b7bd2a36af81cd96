import type { ReactNode } from 'react';

/** The buttons of a long form, always visible at the bottom of the screen. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="save-bar sticky bottom-0 z-20 -mx-5 mt-10 border-t border-line bg-ground px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}
