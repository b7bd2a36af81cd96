import { formatCount } from '#contract/counts.ts';
import type { IntakeFile } from '#contract/extras/intake/intakes.ts';
import { lightLabels } from '#contract/media/light-labels.ts';
import type { Light } from '#contract/media/media.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';

/** What can be done with the selected pictures. */
export function SelectionActions({
  files,
  numbers,
  onMove,
  onLight,
  onNewRow,
  onLabel,
  onClear,
}: {
  files: IntakeFile[];
  numbers: string[];
  /** `''`: to none; null: where the label says. */
  onMove: (number: string | null) => void;
  onLight: (light: Light | null) => void;
  onNewRow: () => void;
  onLabel: () => void;
  onClear: () => void;
}) {
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
          onChange={({ target: { value } }) =>
            value === 'new' ? onNewRow() : onMove(value === 'own' ? null : value === 'none' ? '' : value.slice(1))
          }
          className="w-40!"
        >
          <option value="" disabled>
            Choose
          </option>
          <option value="none">Unassigned</option>
          <option value="own">Where the label says</option>
          <option value="new">New row…</option>
          {numbers.map((number) => (
            <option key={number} value={`=${number}`}>
              {number}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Light"
          value={files.every(({ light }) => light === only?.light) ? (only?.light ?? '') : ''}
          onChange={({ target }) => onLight((target.value || null) as Light | null)}
          className="w-40!"
        >
          <option value="">Not set</option>
          {Object.entries(lightLabels).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        {only && files.length === 1 && (
          <Button look="outline" onClick={onLabel}>
            {only.label ? 'Set label…' : 'From here on…'}
          </Button>
        )}
        <Button look="outline" onClick={onClear}>
          Clear
        </Button>
      </div>
    </SaveBar>
  );
}
