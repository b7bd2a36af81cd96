import { useId } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';

type Props = { file: File | null; isBusy: boolean; onPick: (file: File) => void };

/** Takes a statement, dropped or chosen. */
export function StatementPicker({ file, isBusy, onPick }: Props) {
  const inputId = useId();
  const pick = ([chosen]: Iterable<File>) => {
    if (chosen) onPick(chosen);
  };
  return (
    <DropZone className="px-5 py-8 text-center" disabled={isBusy} onFiles={pick}>
      <p className="mx-auto max-w-xl text-quiet">
        Drop your CSV payment statement here. Nothing is marked paid until you confirm, and unrelated payments aren’t stored.
      </p>
      <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
        <label
          htmlFor={inputId}
          className={buttonClass(
            file ? 'outline' : 'solid',
            'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:opacity-55',
          )}
        >
          {file ? 'Choose another statement' : 'Choose a statement'}
          <input
            id={inputId}
            type="file"
            aria-label="Statement"
            accept=".csv,text/csv"
            disabled={isBusy}
            className="sr-only"
            onChange={({ target }) => {
              pick(target.files ?? []);
              // Otherwise choosing the same file again would be no change.
              target.value = '';
            }}
          />
        </label>
        {file && (
          <span role="status" className="wrap-anywhere">
            {isBusy ? `Reading ${file.name}…` : file.name}
          </span>
        )}
      </div>
    </DropZone>
  );
}
