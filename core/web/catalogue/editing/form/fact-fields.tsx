import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  DEFAULT_SIZE_LIMITS,
  longestSide,
  sizeClassLabels,
  sizeClassOf,
} from '#core/contract/catalogue/size-classes.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { TextField } from '#ui/field.tsx';
import { SuggestField } from '#ui/suggest-field.tsx';
import { knownFactsQuery, speciesNamesQuery } from './fact-queries.ts';
import { suggestLocalities, suggestSpecies, unknownSpecies } from './fact-suggestions.ts';
import type { SpecimenDraft } from './specimen-draft.ts';

type Common = {
  form: UseFormReturn<SpecimenDraft>;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  error?: string;
};

export function LocalityField({ form, ...common }: Common) {
  const text = useWatch({ control: form.control, name: 'locality' });
  const { data: known } = useQuery(knownFactsQuery);
  return (
    <SuggestField
      {...common}
      suggestions={suggestLocalities(text, known?.localities ?? [])}
      {...form.register('locality')}
    />
  );
}

/** A message moves what is beneath a field just left: it waits. */
export const LEAVING_MS = 300;

/** Never refuses an unknown name. */
export function SpeciesField({
  form,
  name,
  ...common
}: Common & { name: 'species' | 'associates' }) {
  const text = useWatch({ control: form.control, name });
  const { data: names = [] } = useQuery(speciesNamesQuery);
  const [isTyping, setIsTyping] = useState(false);
  const field = form.register(name);
  const onBlur: typeof field.onBlur = (event) => {
    // Not at once: what is being clicked would move away under the pointer.
    setTimeout(() => setIsTyping(document.activeElement === event.target), LEAVING_MS);
    return field.onBlur(event);
  };
  const put = (typed: string, meant: string) =>
    form.setValue(name, text.replace(typed, meant), { shouldDirty: true });
  return (
    <div>
      <SuggestField
        {...common}
        suggestions={suggestSpecies(text, names)}
        {...field}
        onFocus={() => setIsTyping(true)}
        onBlur={onBlur}
      />
      <div role="status">
        {unknownSpecies(text, names, isTyping).map(({ name: typed, nearest }) => (
          <div key={typed} className="mt-2 flex flex-wrap gap-x-5 text-sm text-quiet">
            <p className="w-full">
              “{typed}” isn’t in the species table, so it gets no formula and no care notes.
            </p>
            {nearest.map((meant) => (
              <Proposal key={meant} onTake={() => put(typed, meant)}>
                Use “{meant}”
              </Proposal>
            ))}
            <Parts at="unknownSpecies" name={typed} />
          </div>
        ))}
      </div>
    </div>
  );
}

export function KnownTextField({
  form,
  name,
  ...common
}: Common & { name: 'source' | 'storagePlace'; maxLength: number }) {
  const { data: known } = useQuery(knownFactsQuery);
  const texts = (name === 'source' ? known?.sources : known?.storagePlaces) ?? [];
  return (
    <SuggestField
      {...common}
      suggestions={texts.map((value) => ({ value, label: value }))}
      {...form.register(name)}
    />
  );
}

export function CatalogueNumberField({
  form,
  name,
  hint,
  ...common
}: Common & { name: 'catalogueNumber'; maxLength: number }) {
  const { data: known } = useQuery(knownFactsQuery);
  const number = useWatch({ control: form.control, name });
  const next = number === '' ? known?.nextCatalogueNumber : null;
  const take = next && (
    <Proposal onTake={() => form.setValue(name, next, { shouldDirty: true })}>
      Use next: {next}
    </Proposal>
  );
  return (
    <TextField
      {...common}
      hint={take || hint}
      autoComplete="off"
      className="figures"
      {...form.register(name)}
    />
  );
}

export function DimensionsField({ form, ...common }: Common & { maxLength: number }) {
  const { data: settings } = useQuery(settingsQuery(useRouteContext({ from: '__root__' }).api));
  const limits = settings?.size_classes ?? DEFAULT_SIZE_LIMITS;
  const sizeClass = sizeClassOf(
    longestSide(useWatch({ control: form.control, name: 'dimensions' })),
    limits,
  );
  return (
    <TextField
      {...common}
      hint={sizeClass ? `Size class: ${sizeClassLabels[sizeClass]}` : common.hint}
      {...form.register('dimensions')}
    />
  );
}

export function ProposedText({
  form,
  name,
  proposal,
}: Pick<Common, 'form'> & { name: 'title' | 'origin'; proposal: string }) {
  const text = useWatch({ control: form.control, name });
  if (proposal === '' || text === proposal) return null;
  return (
    <Proposal onTake={() => form.setValue(name, proposal, { shouldDirty: true })}>
      Use “{proposal}”
    </Proposal>
  );
}

function Proposal({ onTake, children }: { onTake: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onTake} className="min-h-11 text-left text-link wrap-anywhere">
      {children}
    </button>
  );
}
