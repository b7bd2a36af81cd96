import { paperSizes, paperSizeTable } from '#contract/admin/paper-sizes.ts';
import { settingLimits as limits } from '#contract/admin/setting-rules.ts';
import { SelectField } from '#web/ui/field.tsx';
import { line, prose, type SettingFields, SettingFieldsSection } from './setting-fields.tsx';

const fields: SettingFields<'paper'> = {
  size: ({ value, change }) => (
    <SelectField
      label="Paper of slips and invoices"
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
  sellerName: line('Seller', { hint: 'The name on invoices and slips; blank is the name of the shop.' }),
  sellerAddress: prose('Postal Address', { maxLength: limits.address }),
  taxId: line('Tax ID', { hint: 'With its name: EIN 12-3456789' }),
  invoiceFooter: prose('Words beneath an invoice', { maxLength: limits.footer }),
  codeWord: line('Code Word', {
    hint: 'Ten different letters for the digits 1 to 9 and 0, known to you alone: with BLACKHORSE, $1,250 is BLKE on a label.',
    maxLength: limits.codeWord,
    autoComplete: 'off',
    spellCheck: false,
  }),
};

/** What stands on printed paper. Invoices that were made already keep what they say of the seller. */
export const PaperPanel = () => (
  <section aria-labelledby="paper" className="mt-10 border-t border-line pt-8">
    <h2 id="paper" className="text-xl">
      Slips, invoices and labels
    </h2>
    <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">What stands on paper. An invoice that is made already stays as it is.</p>
    <SettingFieldsSection name="paper" fields={fields} />
  </section>
);
