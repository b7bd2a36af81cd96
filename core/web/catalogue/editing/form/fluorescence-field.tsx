import { MAX_COLOUR, NO_FLUORESCENCE } from '#core/contract/catalogue/fluorescence.ts';
import {
  type Fluorescence,
  type UltravioletLight,
  ultravioletLights,
} from '#core/contract/catalogue/species.ts';
import { TextField } from '#ui/field.tsx';

type Props = {
  label: string;
  error?: string;
  value: readonly Fluorescence[];
  onChange: (value: Fluorescence[]) => void;
};

const lights = Object.keys(ultravioletLights) as UltravioletLight[];

/** An empty field says nothing of its light. */
export function FluorescenceField({ label, error, value, onChange }: Props) {
  const set = (light: UltravioletLight, colour: string) =>
    onChange(
      lights.flatMap((known) => {
        const now =
          known === light ? colour : (value.find((entry) => entry.light === known)?.colour ?? '');
        return now === '' ? [] : [{ light: known, colour: now }];
      }),
    );
  return (
    <fieldset>
      <legend className="mb-1.5 text-fine font-medium">{label}</legend>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {lights.map((light) => (
          <TextField
            key={light}
            label={sentence(ultravioletLights[light])}
            maxLength={MAX_COLOUR}
            autoCapitalize="none"
            value={value.find((entry) => entry.light === light)?.colour ?? ''}
            onChange={(event) => set(light, event.currentTarget.value)}
          />
        ))}
      </div>
      <p className="mt-1.5 text-sm text-quiet">
        A color, or “{NO_FLUORESCENCE}” if you checked and it doesn’t glow
      </p>
      {error && (
        <p className="mt-1.5 text-sm text-bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
