import type { FormEventHandler, ReactNode, RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { FormFields } from './form-fields.tsx';
import { formParts, partNames } from './form-parts.ts';
import { PartHeading, PartList } from './part-list.tsx';
import type { SpecimenDraft } from './specimen-draft.ts';
import { useProposals } from './use-proposals.ts';

type Props = {
  form: UseFormReturn<SpecimenDraft>;
  mode: 'upload' | 'edit';
  /** The form's name for screen readers. */
  label: string;
  /** The fields, none of which can be used while the form is sent. */
  fields: RefObject<HTMLFieldSetElement | null>;
  isBusy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The buttons, within reach from everywhere. */
  bar: ReactNode;
  /** Beside the fields. */
  picture: ReactNode;
  /** The part about the photos. */
  photos: ReactNode;
  /** What is missing among them. */
  missingPhotos: readonly string[];
};

/** The form of a new specimen and of a stored one: the picture and a list of the parts, and beside them the parts. Ctrl+Enter sends it. */
export function SpecimenForm({ form, mode, label, fields, isBusy, onSubmit, bar, picture, photos, missingPhotos }: Props) {
  const proposals = useProposals(form, { isFilledIn: mode === 'upload' });
  return (
    <form
      noValidate
      aria-label={label}
      className="mt-5 flex flex-col"
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isBusy) event.currentTarget.requestSubmit();
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
          <PartList form={form} missingPhotos={missingPhotos} />
        </div>
        <div className="min-w-0 space-y-10">
          {partNames.map((name, index) => (
            // Without a name: its heading says it, and some fields are called like it.
            <section key={name} className={index > 0 ? 'border-t border-line pt-6' : ''}>
              <PartHeading name={name} form={form} missingPhotos={missingPhotos} />
              {name === 'photos' ? (
                photos
              ) : (
                <FormFields form={form} mode={mode} sections={formParts[name].sections} proposals={proposals} />
              )}
            </section>
          ))}
        </div>
      </fieldset>
    </form>
  );
}

/** What the bar of the form has. @param children what else can be done than sending it. */
export const FormButtons = ({ submit, isBusy, children }: { submit: string; isBusy: boolean; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">
    {children}
    <Button type="submit" disabled={isBusy} aria-keyshortcuts="Control+Enter" className="flex-1 sm:flex-none">
      {submit}
    </Button>
    <span aria-hidden="true" className="text-sm text-quiet max-sm:hidden touch:hidden">
      Ctrl+Enter
    </span>
  </div>
);
