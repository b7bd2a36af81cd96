import { type ShippingRule, shippingCharges, shippingChargeTable, shippingSentence } from '#contract/selling/shipping.ts';
import { SelectField } from '#web/ui/field.tsx';
import { line, type SettingFields, SettingFieldsSection } from './setting-fields.tsx';

const amount = { inputMode: 'decimal', prefix: '$', className: 'max-w-40' } as const;

const fields: SettingFields<'shipping_rule'> = {
  charge: ({ value, change }) => (
    <SelectField
      label="What a cart ships for"
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
    form.value.charge === 'flat'
      ? line('Shipping of every order', { ...amount, hint: 'Whatever the pieces’ own shipping.' })(form, name)
      : null,
  freeFrom: (form, name) => (
    <>
      {line('Shipping is free for a cart from', { ...amount, hint: 'Leave it empty to ship no cart free.' })(form, name)}
      <SentencePreview rule={form.value} />
    </>
  ),
};

function SentencePreview({ rule }: { rule: ShippingRule }) {
  const sentence = shippingSentence(rule);
  return (
    <p className="text-sm text-quiet" aria-live="polite">
      {sentence ? `Beside prices buyers read: “${sentence}”` : 'Beside prices buyers read each piece’s own shipping alone.'}
    </p>
  );
}

/** What shipping costs. */
export const ShippingPanel = () => (
  <section aria-labelledby="shipping-rule" className="mt-10 border-t border-line pt-8">
    <h2 id="shipping-rule" className="text-xl">
      Shipping
    </h2>
    <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">
      Every piece has its own shipping. Here you say what several together cost. A single piece bought on its own page is never free by this
      rule.
    </p>
    <SettingFieldsSection name="shipping_rule" fields={fields} />
  </section>
);
