import { useId, useState } from 'react';
import type { IntakeFile } from '#features/intake/contract/intakes.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { Tick } from '#ui/tick.tsx';
import { useSubmit } from '#ui/use-submit.ts';

const MAX_SUGGESTED = 50;
const LABEL_ONLY = 'This photo only shows the label';

type FieldProps = { suggested: readonly string[]; given?: string; error: string | undefined };

function NumberField({ suggested, given = '', error }: FieldProps) {
  const list = useId();
  return (
    <>
      <TextField
        label="Number"
        name="number"
        data-focus-first
        autoComplete="off"
        maxLength={40}
        list={list}
        defaultValue={given}
        error={error}
      />
      <datalist id={list}>
        {suggested.slice(0, MAX_SUGGESTED).map((number) => (
          <option key={number} value={number} />
        ))}
      </datalist>
    </>
  );
}

const useNumber = (send: (number: string) => void) =>
  useSubmit({
    names: ['number'],
    check: ({ number }) => ({ number: number.trim() === '' ? 'Please enter a number' : undefined }),
    send: ({ number }) => send(number.trim()),
  });

export function NewRowDialog({
  moved,
  suggested,
  onChoose,
  onClose,
}: {
  moved: number;
  suggested: readonly string[];
  onChoose: (number: string) => void;
  onClose: () => void;
}) {
  const { onSubmit, errors } = useNumber(onChoose);
  return (
    <Dialog open onClose={onClose} title="New row">
      <form onSubmit={onSubmit} noValidate>
        <NumberField suggested={suggested} error={errors.number} />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button type="submit">
            {moved === 0 ? 'Add row' : moved === 1 ? 'Move 1 photo' : `Move ${moved} photos`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What was taken after the photo follows it. */
export function LabelDialog({
  file,
  suggested,
  given,
  onSplit,
  onLabel,
  onClose,
}: {
  file: IntakeFile;
  suggested: readonly string[];
  given: string;
  onSplit: (number: string, keepsPicture: boolean) => void;
  /** Null: as the shop reads it; '': no label. */
  onLabel: (label: '' | null) => void;
  onClose: () => void;
}) {
  const { label } = file;
  const [isLabelOnly, setLabelOnly] = useState(label !== null && !label.keepsPicture);
  const { onSubmit, errors } = useNumber((number) => onSplit(number, !isLabelOnly));
  return (
    <Dialog open onClose={onClose} title={label ? 'Label in this photo' : 'From here on'}>
      <form onSubmit={onSubmit} noValidate>
        <p className="text-quiet">
          {label
            ? 'Photos taken after it belong to this number, up to the next label.'
            : 'This photo and the ones after it move to this number, up to the next label.'}
        </p>
        <div className="mt-4">
          <NumberField suggested={suggested} given={given} error={errors.number} />
        </div>
        <div className="mt-3">
          <Tick
            label={LABEL_ONLY}
            visibleLabel={LABEL_ONLY}
            checked={isLabelOnly}
            onChange={setLabelOnly}
          />
          <p className="text-sm text-quiet">
            {isLabelOnly
              ? 'It’s left out of the piece’s photos.'
              : 'It stays among the piece’s photos.'}
          </p>
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {label?.isByHand && (
            <Button look="outline" onClick={() => onLabel(null)}>
              Read automatically
            </Button>
          )}
          {label && (
            <Button look="outline" onClick={() => onLabel('')}>
              No label here
            </Button>
          )}
          <Button type="submit">Use this number</Button>
        </div>
      </form>
    </Dialog>
  );
}
