import { type StatementColumnName, statementColumnTable } from '#contract/extras/statements/statement-columns.ts';
import { line, type SettingFields, SettingFieldsSection } from '#web/features/admin/settings/setting-fields.tsx';

const column = (name: StatementColumnName) => line(statementColumnTable[name].label, { autoComplete: 'off' });

const fields: SettingFields<'payment_statement'> = {
  paymentId: column('paymentId'),
  amount: column('amount'),
  paidAt: column('paidAt'),
  time: column('time'),
  note: column('note'),
  from: column('from'),
  to: column('to'),
  type: column('type'),
  status: column('status'),
  currency: column('currency'),
  fee: column('fee'),
};

/** What the page of payments remembers of statements that are not Venmo's. */
const StatementPanel = () => (
  <details className="mt-10 border-t border-line pt-4">
    <summary className="min-h-11 py-2.5 hover:text-accent">Columns of the payment statement</summary>
    <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">
      Column names in the statement of a payment app other than Venmo. Leave blank for Venmo. Payments asks when it needs them.
    </p>
    <SettingFieldsSection name="payment_statement" fields={fields} />
  </details>
);

export default StatementPanel;
