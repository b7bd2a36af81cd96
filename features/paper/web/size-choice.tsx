import { type PaperSize, paperSizes } from '#features/paper/contract/paper-sizes.ts';
import { SelectField } from '#ui/field.tsx';

const paperNames: Record<PaperSize, string> = { letter: 'US Letter', a4: 'A4' };

type Props = {
  label?: string;
  names?: Record<PaperSize, string>;
  size: PaperSize;
  onChange: (size: PaperSize) => void;
};

export const SizeChoice = ({ label = 'Paper', names = paperNames, size, onChange }: Props) => (
  <SelectField
    label={label}
    value={size}
    onChange={({ target }) => onChange(paperSizes.find((one) => one === target.value) ?? size)}
    className="w-40!"
  >
    {paperSizes.map((one) => (
      <option key={one} value={one}>
        {names[one]}
      </option>
    ))}
  </SelectField>
);
