import { type ComponentProps, useId } from 'react';
import { TextField } from './field.tsx';

export function SuggestField({
  suggestions,
  ...props
}: ComponentProps<typeof TextField> & {
  suggestions: readonly { value: string; label: string }[];
}) {
  const list = useId();
  return (
    <>
      <TextField {...props} list={list} autoComplete="off" />
      <datalist id={list}>
        {suggestions.map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </>
  );
}
