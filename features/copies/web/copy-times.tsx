import { useState } from 'react';
import type { CopiesState } from '#features/copies/contract/copies.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { savePlan } from './copies-queries.ts';

type Props = { state: CopiesState; onChange: (state: CopiesState) => void };

/** `copyPlan` has the same limits. */
const periods = {
  days: { label: 'Days', min: 1, max: 90 },
  weeks: { label: 'Weeks', min: 0, max: 104 },
  months: { label: 'Months', min: 0, max: 240 },
} as const;
type Period = keyof typeof periods;
const names = Object.keys(periods) as Period[];

const hours = Array.from(
  { length: 24 },
  (_, hour) => `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
);

export function CopyTimes({ state: { plan }, onChange }: Props) {
  const [isTouched, setTouched] = useState(false);
  const { errors, problem, isBusy, onSubmit } = useSubmit({
    names: ['hour', ...names],
    check: (typed) => Object.fromEntries(names.map((name) => [name, problemOf(name, typed[name])])),
    send: async ({ hour, days, weeks, months }) => {
      onChange(
        await savePlan({
          isOn: plan.isOn,
          hour: Number(hour),
          days: Number(days),
          weeks: Number(weeks),
          months: Number(months),
        }),
      );
      setTouched(false);
      toast({
        title: 'Times saved',
        description: 'Older copies beyond these numbers are removed with the next one.',
      });
    },
    explain: (error) => (isCancelled(error) || isLoggedOut(error) ? undefined : reasonOf(error)),
  });
  return (
    <section aria-labelledby="times-heading">
      <h3 id="times-heading" className="text-xl">
        When, and how many
      </h3>
      <form
        onSubmit={onSubmit}
        onChange={() => setTouched(true)}
        noValidate
        aria-labelledby="times-heading"
        className="mt-4 space-y-6"
      >
        <SelectField
          label="Copy at"
          name="hour"
          defaultValue={plan.hour}
          hint="In the shop’s time zone."
        >
          {hours.map((label, hour) => (
            <option key={label} value={hour}>
              {label}
            </option>
          ))}
        </SelectField>
        <fieldset>
          <legend className="text-fine font-medium">Keep the last copy of each of the last</legend>
          <div className="mt-2 grid grid-cols-3 gap-4">
            {names.map((name) => (
              <TextField
                key={name}
                label={periods[name].label}
                name={name}
                inputMode="numeric"
                maxLength={3}
                defaultValue={plan[name]}
                error={errors[name]}
              />
            ))}
          </div>
        </fieldset>
        {problem && (
          <p role="alert" className="callout look-bad wrap-anywhere">
            {problem}
          </p>
        )}
        <Button type="submit" look="outline" disabled={isBusy}>
          Save the times
        </Button>
        <LeaveGuard when={() => isTouched}>Your times aren’t saved yet.</LeaveGuard>
      </form>
    </section>
  );
}

function problemOf(name: Period, typed: string): string | undefined {
  const { min, max } = periods[name];
  const isRight = /^\d+$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max;
  return isRight ? undefined : `Enter ${min} to ${max}.`;
}
