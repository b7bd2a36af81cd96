import { paperSizes, paperSizeTable } from '#contract/admin/paper-sizes.ts';
import { settingLimits as limits } from '#contract/admin/setting-rules.ts';
import { SelectField } from '#web/ui/field.tsx';
import { line, prose, type SettingFields, SettingFieldsSection } from './setting-fields.tsx';

const fields: SettingFields<'paper'> = {
  size: ({ value, change }) => (
    <SelectField
      label="Paper size for slips and invoices"
      value={value.size}
      onChange={({ target }) => change({ size: paperSizes.find((size) => size === target.value) ?? 'letter' }, { atOnce: true })}
    >
      {paperSizes.map((size) => (
        <option key={size} value={size}>
          {paperSizeTable[size].label}
        </option>
      ))}
    </SelectField>
  ),
  sellerName: line('Seller', { hint: 'Your name on invoices and slips. Leave blank to use the shop’s name.' }),
  sellerAddress: prose('Mailing Address', { maxLength: limits.address }),
  taxId: line('Tax ID', { hint: 'Include its type, such as EIN 12-3456789' }),
  invoiceFooter: prose('Invoice footer', { maxLength: limits.footer }),
  codeWord: line('Code Word', {
    hint: 'Ten different letters that stand for 1 to 9 and 0. With BLACKHORSE, a label says BLKE for $1,250.',
    maxLength: limits.codeWord,
    autoComplete: 'off',
    spellCheck: false,
  }),
};

/** What is printed on paper. Existing invoices keep what they say of the seller. */
export const PaperPanel = () => (
  <section aria-labelledby="paper" className="mt-10 border-t border-line pt-8">
    <h2 id="paper" className="text-xl">
      Slips, invoices and labels
    </h2>
    <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">What’s printed on paper. Existing invoices don’t change.</p>
    <SettingFieldsSection name="paper" fields={fields} />
  </section>
);
