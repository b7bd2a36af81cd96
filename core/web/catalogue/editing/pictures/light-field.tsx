import { lightLabels } from '#core/contract/media/light-labels.ts';
import type { Light } from '#core/contract/media/media.ts';
import { SelectField } from '#ui/field.tsx';

type Props = { label: string; light: Light | null; onChange: (light: Light | null) => void };

export const LightField = ({ label, light, onChange }: Props) => (
  <SelectField
    label={label}
    value={light ?? ''}
    onChange={({ target }) => onChange((target.value || null) as Light | null)}
  >
    <option value="">Not set</option>
    {Object.entries(lightLabels).map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
);
