import { useState } from 'react';
import { TextField } from '#ui/field.tsx';

type Props = {
  label: string;
  hint?: string;
  value: number;
  error?: string;
  fallback: number;
  onChange: (value: number) => void;
};

/** Text that is no number counts as the fallback, which the field shows once it loses the focus. */
export function WholeNumber({ label, hint, value, error, fallback, onChange }: Props) {
  const [typed, setTyped] = useState(String(value));
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="numeric"
      value={typed}
      error={error}
      className="max-w-32"
      onChange={({ target }) => {
        setTyped(target.value);
        const number = target.value.trim() === '' ? Number.NaN : Number(target.value);
        onChange(Number.isNaN(number) ? fallback : number);
      }}
      onBlur={() => setTyped(String(value))}
    />
  );
}
