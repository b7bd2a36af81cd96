import { useState } from 'react';
import type { DeskFeature } from '#core/web/desk-feature.ts';
import { Button } from '#ui/button.tsx';
import { BulkEditor } from './bulk-editor.tsx';
import { usePiecesRow } from './pieces-row.tsx';
import { PublishButton } from './publish-button.tsx';
import { UndoList } from './undo-list.tsx';

type Props = { ids: readonly number[]; onDone: () => void };

function ChangeButton({ ids, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} className="max-sm:flex-1">
        Bulk edit
      </Button>
      {isOpen && (
        <BulkEditor
          ids={ids}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
        />
      )}
    </>
  );
}

export const bulkEdits = {
  aboveList: [{ order: 10, Part: UndoList }],
  selection: [
    { order: 20, Part: ChangeButton },
    { order: 30, Part: PublishButton },
  ],
  hiddenPieces: [{ order: 10, Part: PublishButton }],
  useEditRow: usePiecesRow,
} satisfies DeskFeature;
