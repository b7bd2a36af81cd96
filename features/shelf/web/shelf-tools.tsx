import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/lib/clipboard.ts';

type Props = {
  ids: readonly number[];
  hasStanding: boolean;
  isTrue: boolean;
  onTrue: (isTrue: boolean) => void;
  onCalibrate: () => void;
};

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
      <Button
        look="outline"
        onClick={async () =>
          setCopied(await copyText(`${location.origin}/shelf?pieces=${ids.join(',')}`))
        }
      >
        Copy link
      </Button>
      <span role="status" className="text-sm text-quiet">
        {copied === null ? '' : copied ? 'Copied' : 'Please copy the link from the address bar'}
      </span>
    </div>
  );
}
