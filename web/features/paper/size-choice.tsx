import { type PaperSize, paperSizes } from '#contract/paper-sizes.ts';
import { SelectField } from '#web/ui/field.tsx';

const names: Record<PaperSize, string> = { letter: 'US Letter', a4: 'A4' };

/** Chooses the paper of a print. */
export const SizeChoice = ({ size, onChange }: { size: PaperSize; onChange: (size: PaperSize) => void }) => (
  <SelectField
    label="Paper"
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
