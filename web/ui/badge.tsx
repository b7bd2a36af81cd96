import type { ReactNode } from 'react';

const tones = {
  quiet: 'bg-[#0b0a0c]/72 text-[#f3efe8] ring-1 ring-white/20',
  good: 'bg-[#14583a] text-[#eafff3]',
  warn: 'bg-[#f0c246] text-[#241a00]',
};

/** A small printed label on a picture. */
export function Badge({ tone = 'quiet', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return <span className={`label inline-block rounded-[2px] px-2 py-1 font-medium ${tones[tone]}`}>{children}</span>;
}
