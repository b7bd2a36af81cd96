import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { DEFAULT_SIZE_LIMITS, longestSide, sizeClassLabels, sizeClassOf } from '#contract/catalogue/size-classes.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { TextField } from '#web/ui/field.tsx';
import { SuggestField } from '#web/ui/suggest-field.tsx';
import { knownFactsQuery, speciesNamesQuery } from './fact-queries.ts';
import { suggestLocalities, suggestSpecies, unknownSpecies } from './fact-suggestions.ts';
import type { SpecimenDraft } from './specimen-draft.ts';

type Common = { form: UseFormReturn<SpecimenDraft>; label: string; hint?: ReactNode; placeholder?: string; error?: string };

/** A place by its levels, suggested while it is typed. */
export function LocalityField({ form, ...common }: Common) {
  const text = useWatch({ control: form.control, name: 'locality' });
  const { data: known } = useQuery(knownFactsQuery);
  return <SuggestField {...common} suggestions={suggestLocalities(text, known?.localities ?? [])} {...form.register('locality')} />;
}

/** How long a field that was left waits before it says something, which moves what is beneath it. */
export const LEAVING_MS = 300;

/** Species: suggested while they are typed. Of a name that the table does not know it says so, and never refuses it. */
export function SpeciesField({ form, name, ...common }: Common & { name: 'species' | 'associates' }) {
  const text = useWatch({ control: form.control, name });
  const { data: names = [] } = useQuery(speciesNamesQuery);
  const [isTyping, setIsTyping] = useState(false);
  const field = form.register(name);
  const onBlur: typeof field.onBlur = (event) => {
    // Not at once: what is being clicked would move away under the pointer.
    setTimeout(() => setIsTyping(document.activeElement === event.target), LEAVING_MS);
    return field.onBlur(event);
  };
  const put = (typed: string, meant: string) => form.setValue(name, text.replace(typed, meant), { shouldDirty: true });
  return (
    <div>
      <SuggestField {...common} suggestions={suggestSpecies(text, names)} {...field} onFocus={() => setIsTyping(true)} onBlur={onBlur} />
      <div role="status">
        {unknownSpecies(text, names, isTyping).map(({ name: typed, nearest }) => (
          <div key={typed} className="mt-2 flex flex-wrap gap-x-5 text-sm text-quiet">
            <p className="w-full">“{typed}” isn’t in the species table, so it gets no formula and no care notes.</p>
            {nearest.map((meant) => (
              <Proposal key={meant} onTake={() => put(typed, meant)}>
                Use “{meant}”
              </Proposal>
            ))}
            <Link
              to="/manage/species"
              search={{ edit: 'new', name: typed }}
              target="_blank"
              className="inline-flex min-h-11 items-center text-link wrap-anywhere"
            >
              Add “{typed}” to the table<span className="sr-only"> in a new tab</span>
            </Link>
          </div>
        ))}
      </div>
    </div>
  );
}

/** A text that other specimens may have too. */
export function KnownTextField({ form, name, ...common }: Common & { name: 'source' | 'storagePlace'; maxLength: number }) {
  const { data: known } = useQuery(knownFactsQuery);
  const texts = (name === 'source' ? known?.sources : known?.storagePlaces) ?? [];
  return <SuggestField {...common} suggestions={texts.map((value) => ({ value, label: value }))} {...form.register(name)} />;
}

/** The shop's own number, with the next one to take. */
export function CatalogueNumberField({ form, name, hint, ...common }: Common & { name: 'catalogueNumber'; maxLength: number }) {
  const { data: known } = useQuery(knownFactsQuery);
  const number = useWatch({ control: form.control, name });
  const next = number === '' ? known?.nextCatalogueNumber : null;
  const take = next && <Proposal onTake={() => form.setValue(name, next, { shouldDirty: true })}>Use next: {next}</Proposal>;
  return <TextField {...common} hint={take || hint} autoComplete="off" className="figures" {...form.register(name)} />;
}

/** Says to which class of size the dimensions belong. */
export function DimensionsField({ form, ...common }: Common & { maxLength: number }) {
  const { data: settings } = useQuery(settingsQuery(useRouteContext({ from: '__root__' }).api));
  const limits = settings?.size_classes ?? DEFAULT_SIZE_LIMITS;
  const sizeClass = sizeClassOf(longestSide(useWatch({ control: form.control, name: 'dimensions' })), limits);
  return (
    <TextField {...common} hint={sizeClass ? `Size class: ${sizeClassLabels[sizeClass]}` : common.hint} {...form.register('dimensions')} />
  );
}

/** Offers the proposal where the field says something else. */
export function ProposedText({ form, name, proposal }: Pick<Common, 'form'> & { name: 'title' | 'origin'; proposal: string }) {
  const text = useWatch({ control: form.control, name });
  if (proposal === '' || text === proposal) return null;
  return <Proposal onTake={() => form.setValue(name, proposal, { shouldDirty: true })}>Use “{proposal}”</Proposal>;
}

/** A button that takes what is proposed. */
function Proposal({ onTake, children }: { onTake: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onTake} className="min-h-11 text-left text-link wrap-anywhere">
      {children}
    </button>
  );
}
