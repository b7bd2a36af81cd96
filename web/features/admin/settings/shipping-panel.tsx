import { type ShippingRule, shippingSentence } from '#contract/selling/shipping.ts';
import { shippingCharges, shippingChargeTable } from '#contract/selling/shipping-charges.ts';
import { SelectField } from '#web/ui/field.tsx';
import { line, type SettingFields, SettingPart } from './setting-fields.tsx';

const amount = { inputMode: 'decimal', prefix: '$', className: 'max-w-40' } as const;

const fields: SettingFields<'shipping_rule'> = {
  charge: ({ value, change }) => (
    <SelectField
      label="Shipping charge for a cart"
      value={value.charge}
      onChange={({ target }) => change({ charge: shippingCharges.find((charge) => charge === target.value) ?? 'each' }, { atOnce: true })}
    >
      {shippingCharges.map((charge) => (
        <option key={charge} value={charge}>
          {shippingChargeTable[charge]}
        </option>
      ))}
    </SelectField>
  ),
  flatAmount: (form, name) =>
    form.value.charge === 'flat' ? line('Shipping per order', { ...amount, hint: 'Replaces the pieces’ own shipping.' })(form, name) : null,
  freeFrom: (form, name) => (
    <>
      {line('Free shipping at', { ...amount, hint: 'Leave blank for no free shipping.' })(form, name)}
      <SentencePreview rule={form.value} />
    </>
  ),
};

function SentencePreview({ rule }: { rule: ShippingRule }) {
  const sentence = shippingSentence(rule);
  return (
    <p className="text-sm text-quiet" aria-live="polite">
      {sentence ? `Next to prices, buyers see: “${sentence}”` : 'Next to prices, buyers see only each piece’s own shipping.'}
    </p>
  );
}

/** What shipping costs. */
export const ShippingPanel = () => (
  <SettingPart
    name="shipping_rule"
    title="Shipping"
    text="Each piece has its own shipping price. Set here what several together cost. This rule applies to carts, not to a single piece bought on its page."
    fields={fields}
  />
);
