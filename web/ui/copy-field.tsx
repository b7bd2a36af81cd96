import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { CheckIcon } from './icons.tsx';
import { CopyIcon } from './tool-icons.tsx';

/** A labelled value with a button that copies it and confirms the copy. */
export function CopyField({ name, value }: { name: string; value: string }) {
  const [status, setStatus] = useState<'idle' | 'copied' | 'refused'>('idle');
  return (
    <div className="grid grid-cols-[6rem_1fr_auto] items-center gap-3 border-b border-line py-1">
      <dt className="text-quiet">{name}</dt>
      <dd className="figures wrap-anywhere select-all">{value}</dd>
      <dd className="print:hidden">
        <button
          type="button"
          aria-label={`Copy ${name.toLowerCase()}`}
          onClick={async () => setStatus((await copyText(value)) ? 'copied' : 'refused')}
          className="inline-flex min-h-11 items-center gap-2 px-2 text-sm hover:text-accent"
        >
          {status === 'copied' ? <CheckIcon className="size-4" /> : <CopyIcon className="size-4" />}
          <span role="status">{status === 'copied' ? 'Copied' : status === 'refused' ? 'Please copy by hand' : 'Copy'}</span>
        </button>
      </dd>
    </div>
  );
}
