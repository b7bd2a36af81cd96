import { type FormEvent, useState } from 'react';
import type { SettingErrors } from '#contract/setting-rules.ts';

type Draft<T> = {
  draft: T;
  errors: SettingErrors;
  /** Whether something was typed that is not saved. */
  isTouched: boolean;
  edit(next: T): void;
  submit(event: FormEvent<HTMLFormElement>): void;
};

/**
 * The values of a form that its button saves as a whole. A wrong field keeps it from being saved and gets the focus.
 * @param check what is wrong, by the `name` of the input.
 */
export function useDraft<T>(initial: () => T, check: (draft: T) => SettingErrors, save: (draft: T) => void): Draft<T> {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<SettingErrors>({});
  const [isTouched, setTouched] = useState(false);
  return {
    draft,
    errors,
    isTouched,
    edit(next) {
      setTouched(true);
      setDraft(next);
    },
    submit(event) {
      event.preventDefault();
      const found = check(draft);
      setErrors(found);
      const firstWrong = Object.keys(found)[0];
      if (firstWrong) {
        event.currentTarget.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus();
        return;
      }
      setTouched(false);
      save(draft);
    },
  };
}
