import type { ReactNode } from 'react';

export function Badge({
  tone = 'quiet',
  children,
}: {
  tone?: 'quiet' | 'good' | 'warn';
  children: ReactNode;
}) {
  return <span className={tone === 'quiet' ? 'badge' : `badge ${tone}`}>{children}</span>;
}
