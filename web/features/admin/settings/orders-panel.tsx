import { useId } from 'react';
import { DEFAULT_HOLD_HOURS, DEFAULT_WAITING_HOURS, holdEndChoices, holdEndTable } from '#contract/selling/holds.ts';
import { SelectField } from '#web/ui/field.tsx';
import { AnonymiseField } from './anonymise-field.tsx';
import { type SettingFields, SettingFieldsSection } from './setting-fields.tsx';
import { WholeNumber } from './whole-number.tsx';

const fields: SettingFields<'orders'> = {
  holdHours: ({ value, errors, change }) => (
    <WholeNumber
      label="Hours of a hold"
      hint="From the order on; 0 is without end. What is held already keeps the end that its buyer was told."
      value={value.holdHours}
      error={errors.holdHours}
      fallback={DEFAULT_HOLD_HOURS}
      onChange={(holdHours) => change({ holdHours })}
    />
  ),
  whenHoldEnds: ({ value, change }) => (
    <SelectField
      label="When a hold ends without a payment"
      hint="A sign of life: the buyer opened the link in the mail, came back to the page of the order, or went to pay. An order whose buyer has pressed “I have sent it” always waits for you."
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
      label="Hours for the next in line"
      hint="For so long the first who waits for a piece alone may buy it when it becomes free; 0 switches the waiting lists off. They need a mail server."
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
    <Part title="Unpaid orders" text="An order holds its specimens until it is paid or its hold ends." fields={fields} />
    <Part title="Old orders" text="Orders that are delivered or cancelled." fields={fieldsOfOld} />
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
