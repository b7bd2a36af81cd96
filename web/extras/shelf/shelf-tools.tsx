import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { Button } from '#web/ui/button.tsx';

type Props = {
  ids: readonly number[];
  /** Whether anything is to scale, and so can be printed and shown at true size. */
  hasStanding: boolean;
  isTrue: boolean;
  onTrue: (isTrue: boolean) => void;
  onCalibrate: () => void;
};

/** What can be done with the whole shelf. */
export function ShelfTools({ ids, hasStanding, isTrue, onTrue, onCalibrate }: Props) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="needs-script mt-6 flex flex-wrap items-center gap-3 print:hidden">
      {hasStanding && (
        <>
          <Button
            look="outline"
            aria-pressed={isTrue}
            onClick={() => onTrue(!isTrue)}
            className="aria-pressed:border-accent aria-pressed:text-accent"
          >
            Actual size
          </Button>
          {isTrue && (
            <Button look="outline" onClick={onCalibrate}>
              Calibrate again
            </Button>
          )}
          <Button look="outline" onClick={() => print()}>
            Print
          </Button>
        </>
      )}
      <Button look="outline" onClick={async () => setCopied(await copyText(`${location.origin}/shelf?pieces=${ids.join(',')}`))}>
        Copy link
      </Button>
      <span role="status" className="text-sm text-quiet">
        {copied === null ? '' : copied ? 'Copied' : 'Please copy the link from the address bar'}
      </span>
    </div>
  );
}
