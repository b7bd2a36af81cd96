import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { isWide, SomeFields } from './form-fields.tsx';
import { foldedFields, formParts, holdsSomething, type PartName, partId, useMissing } from './form-parts.ts';
import { PRIVATE_NOTE } from './part-list.tsx';
import type { SpecimenDraft } from './specimen-draft.ts';
import type { Proposals } from './use-proposals.ts';

type Props = {
  name: PartName;
  form: UseFormReturn<SpecimenDraft>;
  mode: 'upload' | 'edit';
  proposals: Proposals;
  missingPhotos: readonly string[];
  /** What it has besides fields. */
  children: ReactNode;
};

/** A part of the short form: closed until it holds something, or something in it is wrong. */
export function FoldedPart({ name, form, mode, proposals, missingPhotos, children }: Props) {
  const names = foldedFields(name);
  const place = useRef<HTMLDetailsElement>(null);
  const draft = useWatch({ control: form.control }) as SpecimenDraft;
  const { errors, submitCount } = useFormState({ control: form.control });
  const isHolding = holdsSomething(draft, names);
  const isWrong = names.some((field) => errors[field]);
  const [isOpen, setOpen] = useState(isHolding);
  useEffect(() => {
    if (isHolding) setOpen(true);
  }, [isHolding]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each attempt to save, as it may have been closed since.
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong, submitCount]);
  const focusedAt = useRef(0);
  useEffect(() => {
    // What is found wrong as a field is left keeps nobody from going on.
    if (!isOpen || !isWrong || submitCount === focusedAt.current) return;
    focusedAt.current = submitCount;
    // The form could not put the focus on a field that was folded.
    const isAtFault = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if (!isAtFault) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isOpen, isWrong, submitCount]);
  const missing = useMissing(form, { missingPhotos, isShort: true })[name];
  return (
    <details ref={place} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group border-t border-line">
      <summary className="flex min-h-13 cursor-pointer flex-wrap items-baseline gap-x-4 py-3 hover:text-accent">
        <h2 id={name === 'title' ? undefined : partId(name)} tabIndex={-1} className="text-xl outline-none">
          {name === 'title' ? 'Number and sale' : formParts[name].label}
        </h2>
        <span className="text-sm text-quiet">{name === 'private' ? PRIVATE_NOTE : name !== 'title' && missing}</span>
      </summary>
      <div className="pt-2 pb-8">
        {names.length > 0 && <SomeFields form={form} mode={mode} proposals={proposals} names={names} wide={isWide} />}
        {children}
      </div>
    </details>
  );
}
