import type { ReactNode } from 'react';
import {
  ownFieldLabels as labels,
  type OwnField,
  type RowValues,
} from '#core/contract/catalogue/own-values.ts';
import {
  type CareNote,
  careNotes,
  crystalSystems,
  lustres,
  mineralClasses,
  speciesKinds,
  type UltravioletLight,
  ultravioletLights,
  varietyKinds,
} from '#core/contract/catalogue/species.ts';
import { MAX_REMARK, MAX_SOURCE, MAX_WORDS } from '#features/own-species/contract/own-limits.ts';
import type { ManagedSpecies } from '#features/own-species/contract/own-species.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { Tick } from '#ui/tick.tsx';
import {
  errorsOf,
  isSame,
  type SpeciesDraft,
  valuesOf,
  withValues,
  wordsOf,
} from './species-draft.ts';

type Props = {
  of: string | null;
  draft: SpeciesDraft;
  errors: Partial<Record<OwnField, string | undefined>>;
  /** Null for a new one. */
  row: ManagedSpecies | null;
  onChange: (draft: SpeciesDraft) => void;
};

type TextFieldName =
  | Extract<OwnField, 'formula' | 'hardness' | 'density' | 'group' | 'synonyms' | 'differs'>
  | (typeof looks)[number]['field'];

const looks = [
  { field: 'colours', hint: 'Such as Violet, blue, green or colorless' },
  { field: 'streak', hint: 'The color of its powder, such as White' },
  { field: 'cleavage', hint: 'Such as Perfect on {001}, or None' },
  { field: 'habit', hint: 'The shapes it usually grows in' },
  { field: 'typeLocality', hint: 'Where it was first found' },
] as const;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function SpeciesFields({ of, draft, errors, row, onChange }: Props) {
  const set = (changed: Partial<SpeciesDraft>) => onChange({ ...draft, ...changed });
  const typed = valuesOf(draft);
  const wrong = errorsOf(draft);
  const beside = (field: OwnField) => (
    <TableSays
      field={field}
      typed={typed}
      row={row}
      onTake={(shipped) => onChange(withValues(draft, shipped, [field]))}
    />
  );
  const text = (field: TextFieldName) => ({
    label: labels[field],
    // What has been put right meanwhile is no longer wrong.
    error: errors[field] && (field in wrong ? wrong[field] : errors[field]),
    value: draft[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [field]: currentTarget.value }),
  });
  const ofList = <T extends string>(
    field: 'kind' | 'class' | 'system',
    choices: readonly T[],
    none?: string,
  ) => (
    <SelectField
      label={labels[field]}
      value={draft[field]}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.value as T })}
    >
      {none !== undefined && <option value="">{none}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {capital(choice)}
        </option>
      ))}
    </SelectField>
  );
  const toggled = <T,>(list: readonly T[], item: T, isOn: boolean) =>
    isOn ? [...list, item] : list.filter((one) => one !== item);

  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2">
      <div>
        {ofList('kind', of === null ? speciesKinds : varietyKinds)}
        {beside('kind')}
      </div>
      <div>
        <TextField
          {...text('formula')}
          hint="Plain text, such as CaSO4·2H2O"
          autoCapitalize="none"
        />
        {beside('formula')}
      </div>
      <div className="sm:col-span-2">
        <TextField
          {...text('synonyms')}
          hint="Separate with commas. Search and labels understand them"
        />
        {beside('synonyms')}
      </div>
      {of === null && (
        <>
          <div>
            {ofList('class', mineralClasses, 'None')}
            {beside('class')}
          </div>
          <div>
            {ofList('system', crystalSystems, 'None')}
            {beside('system')}
          </div>
        </>
      )}
      <div>
        <TextField
          {...text('hardness')}
          hint="Mohs, 1 to 10: 7, or 3.5-4"
          inputMode="text"
          autoComplete="off"
          className="figures"
        />
        {beside('hardness')}
      </div>
      <div>
        <TextField
          {...text('density')}
          hint="g/cm³: 2.65, or 2.6-2.7"
          inputMode="text"
          autoComplete="off"
          className="figures"
        />
        {beside('density')}
      </div>
      {of === null && (
        <div className="sm:col-span-2">
          <TextField {...text('group')} hint="The family it belongs to, such as Zeolite" />
          {beside('group')}
        </div>
      )}
      <Ticks legend={labels.lustres} isWide>
        <div className="flex flex-wrap gap-x-5">
          {lustres.map((lustre) => (
            <Tick
              key={lustre}
              label={lustre}
              visibleLabel={capital(lustre)}
              checked={draft.lustres.includes(lustre)}
              onChange={(isOn) => set({ lustres: toggled(draft.lustres, lustre, isOn) })}
            />
          ))}
        </div>
        {beside('lustres')}
      </Ticks>
      {of === null &&
        looks.map(({ field, hint }) => (
          <div key={field}>
            <TextField {...text(field)} hint={hint} maxLength={MAX_WORDS} />
            {beside(field)}
          </div>
        ))}
      <Ticks legend={labels.fluorescence} isWide>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          {(Object.keys(ultravioletLights) as UltravioletLight[]).map((light) => (
            <TextField
              key={light}
              label={capital(ultravioletLights[light])}
              autoCapitalize="none"
              maxLength={60}
              value={draft.fluorescence[light]}
              onChange={({ currentTarget }) =>
                set({ fluorescence: { ...draft.fluorescence, [light]: currentTarget.value } })
              }
            />
          ))}
        </div>
        {beside('fluorescence')}
      </Ticks>
      <Ticks legend={labels.care} isWide>
        <p className="text-sm text-quiet">
          Shown with every piece of it. If something is true of just one piece, change it there.
        </p>
        <ul className="mt-2">
          {(Object.keys(careNotes) as CareNote[]).map((note) => (
            <li key={note}>
              <Tick
                label={careNotes[note]}
                visibleLabel={<span className="py-1.5">{careNotes[note]}</span>}
                checked={draft.care.includes(note)}
                onChange={(isOn) => set({ care: toggled(draft.care, note, isOn) })}
              />
            </li>
          ))}
        </ul>
        {beside('care')}
      </Ticks>
      {of === null && (
        <div className="sm:col-span-2">
          <TextArea
            {...text('differs')}
            rows={2}
            maxLength={MAX_REMARK}
            hint="A sentence or two on its page, such as where a name misleads"
          />
          {beside('differs')}
        </div>
      )}
      <div className="border-t border-line pt-6 sm:col-span-2">
        <TextField
          label="Source"
          hint="A book, a site, your own measurement. Its page names it; blank says “our own records”."
          maxLength={MAX_SOURCE}
          value={draft.source}
          onChange={({ currentTarget }) => set({ source: currentTarget.value })}
        />
      </div>
    </div>
  );
}

function Ticks({
  legend,
  isWide,
  children,
}: {
  legend: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={isWide ? 'sm:col-span-2' : ''}>
      <legend className="mb-1.5 text-fine font-medium">{legend}</legend>
      {children}
    </fieldset>
  );
}

type Says = {
  field: OwnField;
  typed: RowValues;
  row: ManagedSpecies | null;
  onTake: (shipped: RowValues) => void;
};

function TableSays({ field, typed, row, onTake }: Says) {
  if (row === null || row.shipped === null) return null;
  const { shipped, before } = row;
  if (
    isSame(field, typed, shipped) ||
    (!row.fields.includes(field) && isSame(field, typed, row.values))
  )
    return null;
  const isDisputed = row.disputed.includes(field);
  return (
    <p
      className={`mt-1.5 text-sm text-quiet wrap-anywhere ${isDisputed ? 'border-l-2 border-accent pl-3' : ''}`}
      role="status"
    >
      {isDisputed && (
        <span className="block text-ink">
          {before[field] === undefined
            ? 'New in this version'
            : `Changed in this version. Before: ${wordsOf(field, before)}`}
        </span>
      )}
      In the table: {wordsOf(field, shipped)}{' '}
      <button
        type="button"
        className="ml-2 min-h-11 text-link"
        onClick={({ currentTarget }) => {
          // The button goes away once the field says the same.
          currentTarget
            .closest('div')
            ?.querySelector<HTMLElement>('input, select, textarea')
            ?.focus();
          onTake(shipped);
        }}
      >
        Use that<span className="sr-only"> for {labels[field]}</span>
      </button>
    </p>
  );
}
