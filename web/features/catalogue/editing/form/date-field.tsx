import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldName } from '#contract/catalogue/specimen-fields.ts';
import { TextField } from '#web/ui/field.tsx';
import { isCalendarDate, type SpecimenDraft } from './specimen-draft.ts';

type Props = { form: UseFormReturn<SpecimenDraft>; name: FieldName; label: string; hint?: string; error?: string; maxLength: number };

/**
 * The browser's date picker. A date in words from a sheet or the API ("about 1987") gets a text field: the picker would show nothing and
 * lose it.
 */
export function DateField({ form, name, maxLength, ...common }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const loaded = String(form.formState.defaultValues?.[name] ?? '');
  // The form gets half a date as an empty value; only the input can tell.
  const validate = () => !input.current?.validity.badInput || 'Please enter a full date, or clear the field';
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
