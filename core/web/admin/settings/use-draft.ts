import { type FormEvent, useState } from 'react';
import type { SettingErrors } from '#core/contract/admin/setting-checks.ts';
import { useSubmit } from '#ui/use-submit.ts';

type Draft<T> = {
  draft: T;
  errors: Partial<SettingErrors>;
  /** Whether there are unsaved edits. */
  isTouched: boolean;
  edit(next: T): void;
  submit(event: FormEvent<HTMLFormElement>): void;
};

/**
 * For a form that a button saves as a whole. If a field is invalid, nothing is saved and that field
 * gets the focus.
 * @param check returns messages by the `name` of the input.
 */
export function useDraft<T>(
  initial: () => T,
  check: (draft: T) => SettingErrors,
  save: (draft: T) => void,
): Draft<T> {
  const [draft, setDraft] = useState(initial);
  const [isTouched, setTouched] = useState(false);
  const { errors, onSubmit } = useSubmit({
    check: () => check(draft),
    send: () => {
      setTouched(false);
      save(draft);
    },
  });
  return {
    draft,
    errors,
    isTouched,
    edit(next) {
      setTouched(true);
      setDraft(next);
    },
    submit: onSubmit,
  };
}
