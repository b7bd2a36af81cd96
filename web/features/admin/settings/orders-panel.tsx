import type * as extraOrderNumbers from '#contract/extra-order-numbers.ts';
import { DEFAULT_HOLD_HOURS, holdEndChoices, holdEndTable } from '#contract/selling/holds.ts';
import { SelectField } from '#web/ui/field.tsx';
import { AnonymiseField } from './anonymise-field.tsx';
import { type SettingFields, SettingPart } from './setting-fields.tsx';
import { WholeNumber } from './whole-number.tsx';

type CoreFields = Omit<SettingFields<'orders'>, keyof typeof extraOrderNumbers>;

const fields: CoreFields = {
  holdHours: ({ value, errors, change }) => (
    <WholeNumber
      label="Hold time (hours)"
      hint="Starts when the order is placed. 0 = no time limit. Existing holds don’t change."
      value={value.holdHours}
      error={errors.holdHours}
      fallback={DEFAULT_HOLD_HOURS}
      onChange={(holdHours) => change({ holdHours })}
    />
  ),
  whenHoldEnds: ({ value, change }) => (
    <SelectField
      label="When a hold ends without a payment"
      hint="Active means the buyer opened the email’s link, came back to the order page, or went to pay. After “I have sent it”, an order always waits for you."
      value={value.whenHoldEnds}
      onChange={({ target }) =>
        change({ whenHoldEnds: holdEndChoices.find((choice) => choice === target.value) ?? 'dead' }, { atOnce: true })
      }
    >
      {holdEndChoices.map((choice) => (
        <option key={choice} value={choice}>
          {holdEndTable[choice]}
        </option>
      ))}
    </SelectField>
  ),
  anonymiseAfterMonths: null,
};

const fieldsOfOld: CoreFields = {
  holdHours: null,
  whenHoldEnds: null,
  anonymiseAfterMonths: ({ value, change }) => (
    <AnonymiseField
      months={value.anonymiseAfterMonths}
      onChange={(anonymiseAfterMonths) => change({ anonymiseAfterMonths }, { atOnce: true })}
    />
  ),
};

/** How long an unpaid order holds its specimens, and how long the buyers of old ones are known. */
export const OrdersPanel = () => (
  <>
    <SettingPart
      name="orders"
      title="Unpaid orders"
      text="An order’s specimens stay on hold until it’s paid or the hold ends."
      fields={fields}
    />
    <SettingPart name="orders" title="Old orders" text="Delivered or cancelled orders." fields={fieldsOfOld} />
  </>
);
