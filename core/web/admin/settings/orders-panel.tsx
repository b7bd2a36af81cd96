import { AnonymiseField } from './anonymise-field.tsx';
import { SettingPart } from './setting-fields.tsx';

export const OrdersPanel = () => (
  <>
    <SettingPart
      name="orders"
      part="unpaid"
      title="Unpaid orders"
      text="An order’s specimens stay on hold until it’s paid or the hold ends."
    />
    <SettingPart
      name="orders"
      part="old"
      title="Old orders"
      text="Delivered or cancelled orders."
      own={{
        anonymiseAfterMonths: ({ value, change }) => (
          <AnonymiseField
            months={value.anonymiseAfterMonths}
            onChange={(anonymiseAfterMonths) => change({ anonymiseAfterMonths }, { atOnce: true })}
          />
        ),
      }}
    />
  </>
);
