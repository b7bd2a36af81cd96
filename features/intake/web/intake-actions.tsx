import { formatCount } from '#core/contract/counts.ts';
import { lightLabels } from '#core/contract/media/light-labels.ts';
import type { Light } from '#core/contract/media/media.ts';
import type { IntakeFile } from '#features/intake/contract/intakes.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { SaveBar } from '#ui/save-bar.tsx';

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
  /** '' moves to none; null to where the label says. */
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
        <p
          role="status"
          className="figures w-full whitespace-nowrap sm:w-auto sm:flex-1 sm:self-center"
        >
          {formatCount(files.length)} selected
        </p>
        <SelectField
          label="Move to…"
          value=""
          onChange={({ target: { value } }) =>
            value === 'new'
              ? onNewRow()
              : onMove(value === 'own' ? null : value === 'none' ? '' : value.slice(1))
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
