import type { FormEventHandler, ReactNode, RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldName } from '#core/contract/catalogue/specimen-fields.ts';
import { Button } from '#ui/button.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { FoldedPart } from './folded-part.tsx';
import { FormFields, SomeFields } from './form-fields.tsx';
import { firstFields, formParts, partNames } from './form-parts.ts';
import { PartHeading, PartList } from './part-list.tsx';
import type { SpecimenDraft } from './specimen-draft.ts';
import { useProposals } from './use-proposals.ts';

const isWideFirst = (name: FieldName) => name === 'title' || name === 'disclosures';

type Props = {
  form: UseFormReturn<SpecimenDraft>;
  mode: 'upload' | 'edit';
  isShort?: boolean;
  /** Ctrl+D takes it over. */
  before?: { name: string; fields: Partial<SpecimenDraft> } | undefined;
  label: string;
  /** Disabled while the form is sent. */
  fields: RefObject<HTMLFieldSetElement | null>;
  isBusy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  bar: ReactNode;
  picture: ReactNode;
  photos: ReactNode;
  missingPhotos: readonly string[];
};

/** Ctrl+Enter sends it. */
export function SpecimenForm({
  form,
  mode,
  isShort = false,
  before,
  label,
  fields,
  isBusy,
  onSubmit,
  bar,
  picture,
  photos,
  missingPhotos,
}: Props) {
  const proposals = useProposals(form, { isFilledIn: mode === 'upload' });
  const asked = { missingPhotos, isShort };
  const carry = () => {
    for (const [name, value] of Object.entries(before?.fields ?? {}))
      form.setValue(name as FieldName, value, { shouldDirty: true });
  };
  return (
    <form
      noValidate
      aria-label={label}
      className="mt-5 flex flex-col"
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || isBusy) return;
        if (event.key === 'Enter') event.currentTarget.requestSubmit();
        if (event.key.toLowerCase() === 'd' && before) {
          event.preventDefault();
          carry();
        }
      }}
    >
      {/* First by keyboard, last to the eye. */}
      <SaveBar className="order-last">{bar}</SaveBar>
      <fieldset
        ref={fields}
        disabled={isBusy}
        className="grid min-w-0 grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] xl:gap-x-20"
      >
        <div className="max-lg:contents lg:[@media(height>=38rem)]:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:space-y-4 lg:self-start">
          {picture}
          <PartList form={form} asked={asked} />
        </div>
        <div className="min-w-0 space-y-10">
          {isShort ? (
            <>
              <section>
                <PartHeading name="title" form={form} asked={asked} />
                {before && (
                  <p className="-mt-2 mb-4">
                    <button
                      type="button"
                      aria-keyshortcuts="Control+D"
                      onClick={carry}
                      className="min-h-11 text-link"
                    >
                      Copy locality, source and date from {before.name}
                    </button>{' '}
                    <span aria-hidden="true" className="text-sm text-quiet touch:hidden">
                      Ctrl+D
                    </span>
                  </p>
                )}
                <SomeFields
                  form={form}
                  mode={mode}
                  proposals={proposals}
                  names={firstFields}
                  wide={isWideFirst}
                />
              </section>
              <div className="border-b border-line">
                {partNames.map((name) => (
                  <FoldedPart
                    key={name}
                    name={name}
                    form={form}
                    mode={mode}
                    proposals={proposals}
                    missingPhotos={missingPhotos}
                  >
                    {name === 'photos' && photos}
                  </FoldedPart>
                ))}
              </div>
            </>
          ) : (
            partNames.map((name, index) => (
              // Without a name: its heading says it, and some fields are called like it.
              <section key={name} className={index > 0 ? 'border-t border-line pt-6' : ''}>
                <PartHeading name={name} form={form} asked={asked} />
                {name === 'photos' ? (
                  photos
                ) : (
                  <FormFields
                    form={form}
                    mode={mode}
                    sections={formParts[name].sections}
                    proposals={proposals}
                  />
                )}
              </section>
            ))
          )}
        </div>
      </fieldset>
    </form>
  );
}

export const FormButtons = ({
  submit,
  isBusy,
  children,
}: {
  submit: string;
  isBusy: boolean;
  children: ReactNode;
}) => (
  <div className="flex flex-wrap items-center gap-3">
    {children}
    <Button
      type="submit"
      disabled={isBusy}
      aria-keyshortcuts="Control+Enter"
      className="flex-1 sm:flex-none"
    >
      {submit}
    </Button>
    <span aria-hidden="true" className="text-sm text-quiet max-sm:hidden touch:hidden">
      Ctrl+Enter
    </span>
  </div>
);
