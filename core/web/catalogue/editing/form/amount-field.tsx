import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { amountError, priceError, shippingError } from '#core/contract/amount-question.ts';
import { isListedByPrice } from '#core/contract/catalogue/listing.ts';
import type { NameOf } from '#core/contract/catalogue/specimen-fields.ts';
import { TextField } from '#ui/field.tsx';
import { LikelyAmount } from '#ui/likely-amount.tsx';
import { LEAVING_MS } from './fact-fields.tsx';
import type { SpecimenDraft } from './specimen-draft.ts';

const errors = { price: priceError, shippingPrice: shippingError, cost: amountError };

type Props = {
  form: UseFormReturn<SpecimenDraft>;
  name: NameOf<'price' | 'shipping' | 'amount'>;
  label: string;
  hint?: ReactNode;
  error?: string;
  maxLength: number;
  inputMode?: 'decimal';
};

/** Asks about digits that are no amount; one press takes what they mean. */
export function AmountField({ form, name, ...common }: Props) {
  const text = useWatch({ control: form.control, name });
  const { defaultValues } = form.formState;
  const field = form.register(name, {
    validate: (typed) => errors[name](typed),
    onChange: ({ target }) => {
      if (name !== 'price') return;
      const { visible = true, price = '', forSale = false } = defaultValues ?? {};
      const [was, is] = [text, target.value].map((typed) =>
        isListedByPrice({ visible, price }, typed),
      );
      // Only where a price appears or goes: what the owner says in between stands.
      if (was !== is) form.setValue('forSale', is || forSale, { shouldDirty: true });
    },
  });
  const onBlur: typeof field.onBlur = (event) => {
    // Not at once: what is being clicked would move away under the pointer.
    setTimeout(
      () => document.activeElement !== event.target && void form.trigger(name),
      LEAVING_MS,
    );
    return field.onBlur(event);
  };
  const take = (amount: string) => {
    form.setValue(name, amount, { shouldDirty: true, shouldValidate: true });
    form.setFocus(name);
  };
  return (
    <>
      <TextField {...common} {...field} onBlur={onBlur} />
      <LikelyAmount text={text} error={common.error} onTake={take} />
      {name === 'price' && <ListingNote form={form} />}
    </>
  );
}

function ListingNote({ form }: Pick<Props, 'form'>) {
  const [price, forSale] = useWatch({ control: form.control, name: ['price', 'forSale'] });
  const isOnSale = form.formState.defaultValues?.visible !== false && forSale;
  if (isOnSale || price.trim() === '' || priceError(price) !== undefined) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-quiet">
      <span role="status">
        {forSale
          ? 'For sale once it’s in the gallery.'
          : 'Not for sale: buyers see the price, but can’t order.'}
      </span>
      <button
        type="button"
        onClick={() => form.setValue('forSale', !forSale, { shouldDirty: true })}
        className="min-h-11 text-left text-link"
      >
        {forSale ? 'Don’t list it for sale' : 'List it for sale'}
      </button>
    </p>
  );
}
