import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { priceError, shippingError } from '#core/contract/amount-question.ts';
import { categories } from '#core/contract/catalogue/categories.ts';
import { COORDINATES_MESSAGE, parseCoordinates } from '#core/contract/catalogue/coordinates.ts';
import { MINDAT_MESSAGE, parseMindatId } from '#core/contract/catalogue/mindat.ts';
import {
  type FieldName,
  fieldNames,
  type NameOf,
  specimenFields,
} from '#core/contract/catalogue/specimen-fields.ts';
import { specimenStatuses, specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { type FormSection, formSections, type SpecimenField } from '#core/contract/field-kinds.ts';
import { parsePrice, parseShipping } from '#core/contract/money.ts';
import { useTakesVenmo } from '#core/web/admin/settings/takes-venmo-queries.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { AmountField } from './amount-field.tsx';
import { CareField } from './care-field.tsx';
import { DateField } from './date-field.tsx';
import { DisclosuresField } from './disclosures-field.tsx';
import {
  CatalogueNumberField,
  DimensionsField,
  KnownTextField,
  LocalityField,
  ProposedText,
  SpeciesField,
} from './fact-fields.tsx';
import { FluorescenceField } from './fluorescence-field.tsx';
import { quantityError, type SpecimenDraft } from './specimen-draft.ts';
import type { Proposals } from './use-proposals.ts';

type Props = {
  form: UseFormReturn<SpecimenDraft>;
  /** The edit form lets the admin set the status, and the last piece go. */
  mode: 'upload' | 'edit';
};

type Inner = Props & { proposals: Proposals };

export function FormFields({ sections, ...props }: Inner & { sections: readonly FormSection[] }) {
  return sections.map((name) => {
    const fields = (
      <Section name={name} {...props}>
        {name === 'sale' && <PriceNotice form={props.form} />}
      </Section>
    );
    // The first section has the heading of its part.
    if (name === sections[0]) return <div key={name}>{fields}</div>;
    return (
      <section key={name} aria-labelledby={`${name}-fields`} className="mt-8">
        <h3 id={`${name}-fields`} className="mb-4 text-xl">
          {formSections[name]}
        </h3>
        {fields}
      </section>
    );
  });
}

/** @param wide those with a row of their own. */
export function SomeFields({
  names,
  wide,
  ...props
}: Inner & { names: readonly FieldName[]; wide: (name: FieldName) => boolean }) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {names.map((name) => (
        <div
          key={name}
          className={wide(name) ? 'sm:col-span-2' : 'has-[[role=switch]]:self-center'}
        >
          <Field name={name} {...props} />
        </div>
      ))}
      {names.includes('price') && <PriceNotice form={props.form} />}
    </div>
  );
}

export const isWide = (name: FieldName): boolean => !('isHalf' in specimenFields[name].form);

/** @param children come after the fields that share rows, before those with a row of their own. */
function Section({
  name: section,
  form,
  mode,
  proposals,
  children,
}: Inner & { name: FormSection; children?: ReactNode }) {
  const shown = fieldNames.filter((name) => {
    const place: SpecimenField['form'] = specimenFields[name].form;
    return place.section === section && (mode === 'edit' || !place.isEditOnly);
  });
  const lastHalf = shown.findLastIndex((name) => !isWide(name));
  const show = (names: FieldName[]) =>
    names.map((name) => (
      <div
        key={name}
        className={isWide(name) ? 'sm:col-span-2' : 'has-[[role=switch]]:self-center'}
      >
        <Field name={name} form={form} mode={mode} proposals={proposals} />
      </div>
    ));
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {show(shown.slice(0, lastHalf + 1))}
      {children}
      {show(shown.slice(lastHalf + 1))}
    </div>
  );
}

function SaleLabel() {
  const { label, shortLabel } = specimenFields.forSale;
  return useTakesVenmo() ? label : shortLabel;
}

function Field({ name, form, mode, proposals }: Inner & { name: FieldName }) {
  const { register, control, formState } = form;
  const field: SpecimenField = specimenFields[name];
  const { hint, placeholder } = field.form;
  const common = { label: field.label, hint, placeholder, error: formState.errors[name]?.message };
  switch (field.kind) {
    case 'title': {
      const validate = (title: SpecimenDraft[FieldName]) =>
        String(title).trim() !== '' || field.missing[mode];
      return (
        <>
          <TextField {...common} required maxLength={field.max} {...register(name, { validate })} />
          <ProposedText form={form} name="title" proposal={proposals.title} />
        </>
      );
    }
    case 'category':
      return (
        <ChoiceField
          legend={field.label}
          choices={categories}
          required
          error={common.error}
          {...register(name, { required: field.missing[mode] })}
        />
      );
    case 'species':
      return <SpeciesField {...common} form={form} name={name as NameOf<'species'>} />;
    case 'locality':
      return <LocalityField {...common} form={form} />;
    case 'catalogueNumber':
      return (
        <CatalogueNumberField
          {...common}
          form={form}
          name={name as NameOf<'catalogueNumber'>}
          maxLength={field.max}
        />
      );
    case 'dimensions':
      return <DimensionsField {...common} form={form} maxLength={field.max} />;
    case 'line':
      if (name === 'source' || name === 'storagePlace')
        return <KnownTextField {...common} form={form} name={name} maxLength={field.max} />;
      return (
        <>
          <TextField {...common} maxLength={field.max} {...register(name)} />
          {name === 'origin' && (
            <ProposedText form={form} name={name} proposal={proposals.origin} />
          )}
        </>
      );
    case 'coordinates': {
      const validate = (text: SpecimenDraft[FieldName]) =>
        String(text).trim() === '' ||
        parseCoordinates(String(text)) !== null ||
        COORDINATES_MESSAGE;
      return <TextField {...common} {...register(name, { validate })} />;
    }
    case 'mindat': {
      const validate = (text: SpecimenDraft[FieldName]) =>
        String(text).trim() === '' || parseMindatId(String(text)) !== null || MINDAT_MESSAGE;
      return <TextField {...common} autoCapitalize="none" {...register(name, { validate })} />;
    }
    case 'lines':
      return <TextArea {...common} rows={3} {...register(name)} />;
    case 'disclosures':
      return (
        <Controller
          control={control}
          name={name as NameOf<'disclosures'>}
          render={({ field: { value, onChange } }) => (
            <DisclosuresField {...common} value={value} onChange={onChange} />
          )}
        />
      );
    case 'fluorescence':
      return (
        <Controller
          control={control}
          name={name as NameOf<'fluorescence'>}
          render={({ field: { value, onChange } }) => (
            <FluorescenceField {...common} value={value} onChange={onChange} />
          )}
        />
      );
    case 'care':
      return <CareField {...common} form={form} name={name as NameOf<'care'>} />;
    case 'text':
      return <TextArea {...common} rows={6} maxLength={field.max} {...register(name)} />;
    case 'date':
      return <DateField {...common} maxLength={field.max} name={name} form={form} />;
    case 'price':
    case 'shipping':
      return (
        <AmountField
          {...common}
          form={form}
          name={name as NameOf<'price' | 'shipping'>}
          maxLength={field.max}
        />
      );
    case 'amount':
      return (
        <AmountField
          {...common}
          form={form}
          name={name as NameOf<'amount'>}
          maxLength={field.max}
          inputMode="decimal"
        />
      );
    case 'tags':
      return <TextField {...common} autoCapitalize="none" {...register(name)} />;
    case 'quantity': {
      const validate = (quantity: SpecimenDraft[FieldName]) =>
        quantityError(String(quantity), mode === 'edit' ? 0 : 1);
      return (
        <TextField
          {...common}
          inputMode="numeric"
          maxLength={4}
          className="figures max-w-32"
          {...register(name, { validate })}
        />
      );
    }
    case 'switch':
      return (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <Switch
              label={name === 'forSale' ? <SaleLabel /> : field.label}
              checked={value === true}
              onChange={onChange}
            />
          )}
        />
      );
    case 'status':
      return (
        <SelectField label={field.label} hint={hint} {...register(name)}>
          {specimenStatuses.map((status) => (
            <option key={status} value={status}>
              {specimenStatusTable[status].label}
            </option>
          ))}
        </SelectField>
      );
  }
}

/** Warns where price or shipping is no amount: the specimen cannot be ordered. */
function PriceNotice({ form }: Pick<Props, 'form'>) {
  const [price, shipping] = useWatch({ control: form.control, name: ['price', 'shippingPrice'] });
  const isPriceText =
    price.trim() !== '' && parsePrice(price) === null && priceError(price) === undefined;
  const isShippingText = parseShipping(shipping) === null && shippingError(shipping) === undefined;
  if (!isPriceText && !isShippingText) return null;
  return (
    <p role="status" className="callout text-sm sm:col-span-2">
      {isPriceText ? 'The price isn’t a number' : 'The shipping price isn’t a number'}, so buyers
      see it as text and can’t order online.
    </p>
  );
}
