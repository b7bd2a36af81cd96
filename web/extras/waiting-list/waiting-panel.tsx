import { waitingHours } from '#contract/extras/waiting-list/order-numbers.ts';
import { type SettingFields, SettingPart } from '#web/features/admin/settings/setting-fields.tsx';
import { WholeNumber } from '#web/features/admin/settings/whole-number.tsx';

const fields: Pick<SettingFields<'orders'>, 'waitingHours'> = {
  waitingHours: ({ value, errors, change }) => (
    <WholeNumber
      label="Time for the next in line (hours)"
      hint="How long the first person in line has to buy. 0 turns waiting lists off. Needs a mail server."
      value={value.waitingHours}
      error={errors.waitingHours}
      fallback={waitingHours.fallback}
      onChange={(hours) => change({ waitingHours: hours })}
    />
  ),
};

const WaitingPanel = () => (
  <SettingPart name="orders" title="Waiting lists" text="Buyers can join the waiting list for a piece that’s on hold." fields={fields} />
);

export default WaitingPanel;
