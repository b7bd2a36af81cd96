import { useState } from 'react';
import { settingTable } from '#core/contract/admin/setting-table.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SelectField } from '#ui/field.tsx';

const { label, hint } = settingTable.orders.fields.anonymiseAfterMonths;
const choices = [6, 12, 24, 36, 60, 84, 120];
const ageOf = (months: number) =>
  months % 12 === 0 ? (months === 12 ? '1 year' : `${months / 12} years`) : `${months} months`;

/** Asks once more, because what is erased does not come back. */
export function AnonymiseField({
  months,
  onChange,
}: {
  months: number;
  onChange: (months: number) => void;
}) {
  const [wanted, setWanted] = useState<number | null>(null);
  const offered = [...new Set([...choices, ...(months === 0 ? [] : [months])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <>
      <SelectField
        label={label}
        hint={hint}
        value={months}
        onChange={({ target }) =>
          target.value === '0' ? onChange(0) : setWanted(Number(target.value))
        }
      >
        <option value={0}>Only when I do it myself</option>
        {offered.map((choice) => (
          <option key={choice} value={choice}>
            After {ageOf(choice)}
          </option>
        ))}
      </SelectField>
      <ConfirmDialog
        open={wanted !== null}
        title="Erase old buyers’ data?"
        confirm={`Erase after ${ageOf(wanted ?? 0)}`}
        onCancel={() => setWanted(null)}
        onConfirm={() => {
          onChange(wanted ?? 0);
          setWanted(null);
        }}
      >
        <p>
          Permanently erases the buyer’s data of every delivered or cancelled order once it’s{' '}
          {ageOf(wanted ?? 0)} old. Orders that old today are erased within seconds.
        </p>
      </ConfirmDialog>
    </>
  );
}
