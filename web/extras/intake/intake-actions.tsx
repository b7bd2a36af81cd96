import { useState } from 'react';
import { formatCount } from '#contract/counts.ts';
import type { IntakeChange, IntakeFile } from '#contract/extras/intake/intakes.ts';
import { lightLabels } from '#contract/media/light-labels.ts';
import type { Light } from '#contract/media/media.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';

type Say = (change: Omit<IntakeChange, 'files'>) => void;

/** What can be done with the selected pictures. */
export function SelectionActions({
  files,
  numbers,
  onSay,
  onClear,
}: {
  files: IntakeFile[];
  numbers: string[];
  onSay: Say;
  onClear: () => void;
}) {
  const [isNaming, setNaming] = useState(false);
  const [only] = files;
  return (
    <SaveBar>
      <div className="flex flex-wrap items-end gap-3">
        <p role="status" className="figures w-full whitespace-nowrap sm:w-auto sm:flex-1 sm:self-center">
          {formatCount(files.length)} selected
        </p>
        <SelectField
          label="Move to…"
          value=""
          onChange={({ target }) =>
            onSay({ placedIn: target.value === 'own' ? null : target.value === 'none' ? '' : target.value.slice(1) })
          }
          className="w-40!"
        >
          <option value="" disabled>
            Choose
          </option>
          <option value="none">Unassigned</option>
          <option value="own">Where the label says</option>
          {numbers.map((number) => (
            <option key={number} value={`=${number}`}>
              {number}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Light"
          value={files.every(({ light }) => light === only?.light) ? (only?.light ?? '') : ''}
          onChange={({ target }) => onSay({ light: (target.value || null) as Light | null })}
          className="w-40!"
        >
          <option value="">Not set</option>
          {Object.entries(lightLabels).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        {files.length === 1 && (
          <Button look="outline" onClick={() => setNaming(true)}>
            Set label…
          </Button>
        )}
        <Button look="outline" onClick={onClear}>
          Clear
        </Button>
      </div>
      {only && isNaming && <LabelDialog file={only} onSay={onSay} onClose={() => setNaming(false)} />}
    </SaveBar>
  );
}

/** Says which label a picture shows: what was taken after it follows. */
function LabelDialog({ file, onSay, onClose }: { file: IntakeFile; onSay: Say; onClose: () => void }) {
  const say = (label: string | null) => {
    onSay({ label });
    onClose();
  };
  const { onSubmit } = useSubmit({ names: ['number'], send: ({ number }) => number.trim() !== '' && say(number.trim()) });
  return (
    <Dialog open onClose={onClose} title="Label in this photo">
      <form onSubmit={onSubmit}>
        <p className="text-quiet">Photos taken after it belong to this number, up to the next label.</p>
        <div className="mt-4">
          <TextField label="Number" name="number" data-focus-first defaultValue={file.label?.number ?? ''} />
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {file.label?.isByHand && (
            <Button look="outline" onClick={() => say(null)}>
              Read automatically
            </Button>
          )}
          {file.label && (
            <Button look="outline" onClick={() => say('')}>
              No label here
            </Button>
          )}
          <Button type="submit">Use this label</Button>
        </div>
      </form>
    </Dialog>
  );
}
