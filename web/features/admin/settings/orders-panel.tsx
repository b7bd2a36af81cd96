import { useId } from 'react';
import { DEFAULT_HOLD_HOURS, DEFAULT_WAITING_HOURS, holdEndChoices, holdEndTable } from '#contract/selling/holds.ts';
import { SelectField } from '#web/ui/field.tsx';
import { AnonymiseField } from './anonymise-field.tsx';
import { type SettingFields, SettingFieldsSection } from './setting-fields.tsx';
import { WholeNumber } from './whole-number.tsx';

const fields: SettingFields<'orders'> = {
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
  waitingHours: ({ value, errors, change }) => (
    <WholeNumber
      label="Time for the next in line (hours)"
      hint="How long the first person in line has to buy. 0 turns waiting lists off. Needs a mail server."
      value={value.waitingHours}
      error={errors.waitingHours}
      fallback={DEFAULT_WAITING_HOURS}
      onChange={(waitingHours) => change({ waitingHours })}
    />
  ),
};

const fieldsOfOld: SettingFields<'orders'> = {
  holdHours: null,
  whenHoldEnds: null,
  waitingHours: null,
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
    <Part title="Unpaid orders" text="An order’s specimens stay on hold until it’s paid or the hold ends." fields={fields} />
    <Part title="Old orders" text="Delivered or cancelled orders." fields={fieldsOfOld} />
  </>
);

function Part({ title, text, fields }: { title: string; text: string; fields: SettingFields<'orders'> }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 border-t border-line pt-8">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 mb-6 max-w-2xl text-sm text-quiet">{text}</p>
      <SettingFieldsSection name="orders" fields={fields} />
    </section>
  );
}
