import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldName } from '#core/contract/catalogue/specimen-fields.ts';
import { TextField } from '#ui/field.tsx';
import { isCalendarDate, type SpecimenDraft } from './specimen-draft.ts';

type Props = {
  form: UseFormReturn<SpecimenDraft>;
  name: FieldName;
  label: string;
  hint?: string;
  error?: string;
  maxLength: number;
};

/** A date in words ("about 1987") gets a text field: the picker would show nothing and lose it. */
export function DateField({ form, name, maxLength, ...common }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const loaded = String(form.formState.defaultValues?.[name] ?? '');
  // Half a date is an empty value to the form; only the input can tell.
  const validate = () =>
    !input.current?.validity.badInput || 'Please enter a full date, or clear the field';
  const { ref, ...field } = form.register(name, { validate });
  const kind = isCalendarDate(loaded) ? { type: 'date', max: '9999-12-31' } : { maxLength };
  return (
    <TextField
      {...common}
      {...kind}
      {...field}
      className="figures min-h-11"
      ref={(element) => {
        input.current = element;
        ref(element);
      }}
    />
  );
}
