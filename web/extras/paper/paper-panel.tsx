import { paperSizes, paperSizeTable } from '#contract/extras/paper/paper-sizes.ts';
import { invoiceYears, paperLimits as limits } from '#contract/extras/paper/setting-rules.ts';
import { line, prose, type SettingFields, SettingPart } from '#web/features/admin/settings/setting-fields.tsx';
import { WholeNumber } from '#web/features/admin/settings/whole-number.tsx';
import { SelectField } from '#web/ui/field.tsx';

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
  invoiceYears: ({ value, errors, change }) => (
    <WholeNumber
      label="Keep buyers on invoices (years)"
      hint="Invoices keep name and address this long, even when a buyer’s data is erased. Ask your tax adviser."
      value={value.invoiceYears}
      error={errors.invoiceYears}
      fallback={invoiceYears.fallback}
      onChange={(years) => change({ invoiceYears: years })}
    />
  ),
  codeWord: line('Code Word', {
    hint: 'Ten different letters that stand for 1 to 9 and 0. With BLACKHORSE, a label says BLKE for $1,250.',
    maxLength: limits.codeWord,
    autoComplete: 'off',
    spellCheck: false,
  }),
};

/** What is printed on paper. Existing invoices keep what they say of the seller. */
const PaperPanel = () => (
  <SettingPart
    name="paper"
    title="Slips, invoices and labels"
    text="What’s printed on paper. Existing invoices don’t change."
    fields={fields}
  />
);

export default PaperPanel;
