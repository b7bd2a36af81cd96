import { SettingFields } from '#core/web/admin/settings/setting-fields.tsx';

const StatementPanel = () => (
  <details className="mt-10 border-t border-line pt-4">
    <summary className="min-h-11 py-2.5 hover:text-accent">
      Columns of the payment statement
    </summary>
    <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">
      Column names in the statement of a payment app other than Venmo. Leave blank for Venmo.
      Payments asks when it needs them.
    </p>
    <SettingFields name="payment_statement" />
  </details>
);

export default StatementPanel;
