import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { isWide, SomeFields } from './form-fields.tsx';
import {
  foldedFields,
  formParts,
  holdsSomething,
  type PartName,
  partId,
  useMissing,
} from './form-parts.ts';
import { PRIVATE_NOTE } from './part-list.tsx';
import type { SpecimenDraft } from './specimen-draft.ts';
import type { Proposals } from './use-proposals.ts';

type Props = {
  name: PartName;
  form: UseFormReturn<SpecimenDraft>;
  mode: 'upload' | 'edit';
  proposals: Proposals;
  missingPhotos: readonly string[];
  children: ReactNode;
};

/** Opens once it holds something, or something in it is wrong. */
export function FoldedPart({ name, form, mode, proposals, missingPhotos, children }: Props) {
  const names = foldedFields(name);
  const place = useRef<HTMLDetailsElement>(null);
  const draft = useWatch({ control: form.control }) as SpecimenDraft;
  const { errors, submitCount } = useFormState({ control: form.control });
  const isHolding = holdsSomething(draft, names);
  const isWrong = names.some((field) => errors[field]);
  // Browsers report a press late: a kept state would close what was opened meanwhile.
  useLayoutEffect(() => {
    if (isHolding && place.current) place.current.open = true;
  }, [isHolding]);
  const lastAttempt = useRef(submitCount);
  useLayoutEffect(() => {
    const isAttempt = submitCount !== lastAttempt.current;
    lastAttempt.current = submitCount;
    const part = place.current;
    if (!isWrong || !part) return;
    part.open = true;
    // A mistake found as a field is left keeps no one from going on.
    if (!isAttempt) return;
    // The form could not focus a folded field.
    const isAtFault = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if (!isAtFault) part.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isWrong, submitCount]);
  const missing = useMissing(form, { missingPhotos, isShort: true })[name];
  return (
    <details ref={place} className="group border-t border-line">
      <summary className="flex min-h-13 cursor-pointer flex-wrap items-baseline gap-x-4 py-3 hover:text-accent">
        <h2
          id={name === 'title' ? undefined : partId(name)}
          tabIndex={-1}
          className="text-xl outline-none"
        >
          {name === 'title' ? 'Number and sale' : formParts[name].label}
        </h2>
        <span className="text-sm text-quiet">
          {name === 'private' ? PRIVATE_NOTE : name !== 'title' && missing}
        </span>
      </summary>
      <div className="pt-2 pb-8">
        {names.length > 0 && (
          <SomeFields form={form} mode={mode} proposals={proposals} names={names} wide={isWide} />
        )}
        {children}
      </div>
    </details>
  );
}
