import type { ReactNode } from 'react';

export const LearnMore = ({ children }: { children: ReactNode }) => (
  <details className="mb-4 text-sm text-quiet">
    <summary className="min-h-11 w-fit cursor-pointer py-2.5 text-link">Learn more</summary>
    <div className="max-w-prose space-y-2">{children}</div>
  </details>
);
