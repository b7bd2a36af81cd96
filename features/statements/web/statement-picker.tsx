import { useId } from 'react';
import { DropZone } from '#ui/drop-zone.tsx';
import { FileButton } from '#ui/file-button.tsx';

type Props = { file: File | null; isBusy: boolean; onPick: (file: File) => void };

export function StatementPicker({ file, isBusy, onPick }: Props) {
  const id = useId();
  const pick = ([chosen]: Iterable<File>) => {
    if (chosen) onPick(chosen);
  };
  return (
    <DropZone className="px-5 py-8 text-center max-sm:p-3" disabled={isBusy} onFiles={pick}>
      <p className="mx-auto max-w-xl text-quiet">
        Drop your CSV payment statement here. Nothing is marked paid until you confirm, and
        unrelated payments aren’t stored.
      </p>
      <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
        <FileButton
          label="Statement"
          look={file ? 'outline' : 'solid'}
          aria-describedby={id}
          accept=".csv,text/csv"
          disabled={isBusy}
          onFiles={pick}
        >
          {file ? 'Choose another statement' : 'Choose a statement'}
        </FileButton>
        <span id={id} role="status" className="wrap-anywhere">
          {file && (isBusy ? `Reading ${file.name}…` : file.name)}
        </span>
      </div>
    </DropZone>
  );
}
