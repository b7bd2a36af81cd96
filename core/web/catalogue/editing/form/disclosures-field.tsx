import {
  type Disclosure,
  disclosureKinds,
  disclosureTable,
  MAX_DISCLOSURE_NOTE,
} from '#core/contract/catalogue/disclosures.ts';
import { TextField } from '#ui/field.tsx';

type Props = {
  label: string;
  error?: string;
  value: readonly Disclosure[];
  onChange: (value: Disclosure[]) => void;
};

/** “None known” and the other kinds exclude each other. */
export function DisclosuresField({ label, error, value, onChange }: Props) {
  const toggle = (kind: Disclosure['kind'], isOn: boolean) => {
    const others = value.filter((disclosure) => disclosure.kind !== kind);
    if (!isOn) return onChange(others);
    const added = { kind, note: '' };
    onChange(
      kind === 'none-known'
        ? [added]
        : [...others.filter((other) => other.kind !== 'none-known'), added],
    );
  };
  const setNote = (kind: Disclosure['kind'], note: string) =>
    onChange(value.map((disclosure) => (disclosure.kind === kind ? { kind, note } : disclosure)));
  return (
    <fieldset>
      <legend className="mb-1.5 text-fine font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {disclosureKinds.map((kind) => (
          <label
            key={kind}
            title={disclosureTable[kind].meaning}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-field border border-field px-3 select-none has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              className="size-4 accent-(--action) outline-none"
              checked={value.some((disclosure) => disclosure.kind === kind)}
              onChange={(event) => toggle(kind, event.currentTarget.checked)}
            />
            {disclosureTable[kind].label}
          </label>
        ))}
      </div>
      <div className="mt-3 grid gap-3 empty:hidden">
        {value.map(({ kind, note }) => (
          <TextField
            key={kind}
            label={`${disclosureTable[kind].label}: note`}
            hint={disclosureTable[kind].meaning}
            maxLength={MAX_DISCLOSURE_NOTE}
            value={note}
            onChange={(event) => setNote(kind, event.currentTarget.value)}
          />
        ))}
      </div>
      {error && (
        <p className="mt-1.5 text-sm text-bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
