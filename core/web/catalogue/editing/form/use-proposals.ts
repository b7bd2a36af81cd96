import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { proposedOrigin, proposedTitle } from '#core/contract/catalogue/proposals.ts';
import { parseNames, parseParts, type SpecimenDraft } from './specimen-draft.ts';

const proposed = ['title', 'origin'] as const;
export type Proposals = Record<(typeof proposed)[number], string>;

/** With `isFilledIn` proposals fill the fields until someone types there. */
export function useProposals(
  form: UseFormReturn<SpecimenDraft>,
  { isFilledIn }: { isFilledIn: boolean },
): Proposals {
  const [species, associates, locality] = useWatch({
    control: form.control,
    name: ['species', 'associates', 'locality'],
  });
  const facts = {
    species: parseNames(species),
    associates: parseNames(associates),
    locality: parseParts(locality),
  };
  const title = proposedTitle(facts);
  const origin = proposedOrigin(facts);
  const written = useRef<Proposals>({ title: '', origin: '' });
  useEffect(() => {
    if (!isFilledIn) return;
    const proposals = { title, origin };
    for (const name of proposed) {
      const present = form.getValues(name);
      // A form emptied after an upload starts over.
      const isUntouched = present === written.current[name] || present === '';
      if (isUntouched && present !== proposals[name])
        form.setValue(name, proposals[name], { shouldDirty: true });
      written.current[name] = proposals[name];
    }
  }, [form, isFilledIn, title, origin]);
  return { title, origin };
}
