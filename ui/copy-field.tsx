import { useState } from 'react';
import { copyText } from '#ui/lib/clipboard.ts';
import { CheckIcon } from './icons.tsx';
import { CopyIcon } from './tool-icons.tsx';

type Props = {
  name: string /** What is copied. */;
  value: string /** How it is shown, where it is shown otherwise. */;
  shown?: string;
  isLong?: boolean;
};

export function CopyField({ name, value, shown = value, isLong }: Props) {
  const [status, setStatus] = useState<'idle' | 'copied' | 'refused'>('idle');
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-b border-line py-1">
      <dt className="min-w-18 text-quiet sm:min-w-24">{name}</dt>
      <dd
        className={`figures flex-1 wrap-anywhere select-all ${isLong ? 'max-sm:order-last max-sm:basis-full max-sm:pb-2.5' : 'basis-20'}`}
      >
        {shown}
      </dd>
      <dd className="ml-auto print:hidden">
        <button
          type="button"
          aria-label={`Copy ${name.toLowerCase()}`}
          onClick={async () => setStatus((await copyText(value)) ? 'copied' : 'refused')}
          className="inline-flex min-h-11 items-center gap-2 px-2 text-sm hover:text-accent"
        >
          {status === 'copied' ? <CheckIcon className="size-4" /> : <CopyIcon className="size-4" />}
          {status === 'idle' && 'Copy'}
          <span role="status" className="empty:hidden">
            {status === 'copied' ? 'Copied' : status === 'refused' && 'Please copy by hand'}
          </span>
        </button>
      </dd>
    </div>
  );
}
