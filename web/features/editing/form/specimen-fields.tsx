import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { categories } from '#contract/categories.ts';
import { parsePrice, parseShipping } from '#contract/money.ts';
import { specimenStatuses, specimenStatusTable } from '#contract/statuses.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { priceError, quantityError, type SpecimenDraft } from './specimen-draft.ts';

type Props = {
  form: UseFormReturn<SpecimenDraft>;
  /** What is said where these are missing. */
  words: { title: string; category: string };
  /** The edit form lets the owner set the status, and the last piece go. */
  isEdit: boolean;
};

/** Everything that is written about a specimen: facts first, then the sale. */
export function SpecimenFields({ form, words, isEdit }: Props) {
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const least = isEdit ? 0 : 1;
  return (
    <>
      <section aria-label="The specimen" className="space-y-5">
        <TextField
          label="Title"
          required
          maxLength={200}
          error={errors.title?.message}
          {...register('title', { validate: (title) => title.trim() !== '' || words.title })}
        />
        <ChoiceField
          legend="Category"
          choices={categories}
          required
          error={errors.category?.message}
          {...register('category', { required: words.category })}
        />
        <TextArea label="Description" rows={6} maxLength={10_000} error={errors.description?.message} {...register('description')} />
        <TextField
          label="Origin / Location"
          maxLength={500}
          hint="Mine, district, country: Merelani Hills, Manyara, Tanzania"
          error={errors.origin?.message}
          {...register('origin')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Dimensions"
            maxLength={200}
            placeholder="6.2 x 4.1 x 3.8 cm"
            error={errors.dimensions?.message}
            {...register('dimensions')}
          />
          <TextField label="Weight" maxLength={200} placeholder="212 g" error={errors.weight?.message} {...register('weight')} />
        </div>
        <TextField
          label="Tags"
          hint="Words separated by commas; buyers find the specimen by them"
          autoCapitalize="none"
          error={errors.tags?.message}
          {...register('tags')}
        />
        <Controller
          control={control}
          name="visible"
          render={({ field }) => <Switch label="Visible in gallery" checked={field.value} onChange={field.onChange} />}
        />
      </section>
      <section aria-labelledby="sale-information" className="mt-10 space-y-5 border-t border-line pt-8">
        <h2 id="sale-information" className="text-2xl">
          Sale Information
        </h2>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Price ($)"
            maxLength={100}
            hint="Leave blank if not for sale"
            error={errors.price?.message}
            {...register('price', { validate: priceError })}
          />
          <TextField
            label="Shipping Price ($)"
            maxLength={100}
            hint="Blank is free"
            error={errors.shippingPrice?.message}
            {...register('shippingPrice')}
          />
        </div>
        <WordsNotice form={form} />
        <TextField
          label="Quantity"
          inputMode="numeric"
          maxLength={4}
          hint="Pieces you have; 1 for one of a kind, more for a lot of equal stones"
          className="figures max-w-32"
          error={errors.quantity?.message}
          {...register('quantity', { validate: (quantity) => quantityError(quantity, least) })}
        />
        <Controller
          control={control}
          name="forSale"
          render={({ field }) => <Switch label="List for sale (enable Venmo checkout)" checked={field.value} onChange={field.onChange} />}
        />
        {isEdit && (
          <SelectField label="Specimen Status" hint="Sold items show a sold badge in the gallery." {...register('status')}>
            {specimenStatuses.map((status) => (
              <option key={status} value={status}>
                {specimenStatusTable[status].label}
              </option>
            ))}
          </SelectField>
        )}
      </section>
    </>
  );
}

/** Words instead of an amount are kept, but nobody can order by them: better said now than wondered about later. */
function WordsNotice({ form }: Pick<Props, 'form'>) {
  const [price, shipping] = useWatch({ control: form.control, name: ['price', 'shippingPrice'] });
  const isWords = price.trim() !== '' && parsePrice(price) === null && priceError(price) === undefined;
  if (!isWords && parseShipping(shipping) !== null) return null;
  return (
    <p role="status" className="border-l-4 border-warn py-1 pl-3 text-sm">
      {isWords ? 'This price is no amount: it is shown as written' : 'This shipping price is no amount: it is shown as written'}, and the
      specimen cannot be ordered online.
    </p>
  );
}
