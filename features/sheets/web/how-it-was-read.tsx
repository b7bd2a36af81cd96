import { formatCount } from '#core/contract/counts.ts';
import type {
  ForeignLook,
  SheetMatching,
  SheetReading,
} from '#features/sheets/contract/sheet-look.ts';
import { delimiters, encodings } from '#features/sheets/contract/sheet-readings.ts';
import { SelectField } from '#ui/field.tsx';

type Props = {
  look: ForeignLook;
  onChange: (matching: SheetMatching) => void;
  onRead: (reading: SheetReading) => void;
};

const BY_COLUMN = 'As the column shows';
const SEPARATORS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } as const;
const ENCODINGS: Record<string, string> = {
  Windows: 'Windows (Western)',
  'Windows-1250': 'Windows (Central European)',
  'Windows-1251': 'Windows (Cyrillic)',
  'Shift-JIS': 'Shift-JIS (Japanese)',
};

export function HowItWasRead({ look, onChange, onRead }: Props) {
  const { matching, encoding, delimiter, sheets, sheet, headingRow, firstRows, shop } = look;
  const reading = matching.reading ?? {};
  const read = (change: SheetReading) => onRead({ ...reading, ...change });
  return (
    <section aria-labelledby="read-title" className="space-y-4">
      <h3 id="read-title" className="text-xl">
        How it was read
      </h3>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {encoding !== null && (
          <SelectField
            label="Letters (encoding)"
            value={encoding}
            onChange={({ target }) =>
              read({ encoding: target.value as (typeof encodings)[number] })
            }
          >
            {encodings.map((one) => (
              <option key={one} value={one}>
                {ENCODINGS[one] ?? one}
              </option>
            ))}
          </SelectField>
        )}
        {delimiter !== null && (
          <SelectField
            label="Separator"
            value={delimiter}
            onChange={({ target }) =>
              read({ delimiter: target.value as (typeof delimiters)[number] })
            }
          >
            {delimiters.map((one) => (
              <option key={one} value={one}>
                {SEPARATORS[one]}
              </option>
            ))}
          </SelectField>
        )}
        {sheets.length > 1 && (
          <SelectField
            label="Sheet"
            value={sheet ?? 1}
            onChange={({ target }) => onRead({ sheet: Number(target.value) })}
          >
            {sheets
              .map((one, index) => ({ ...one, number: index + 1 }))
              .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden) || b.rows - a.rows)
              .map(({ name, rows, isHidden, number }) => (
                <option key={number} value={number}>
                  {name} ({formatCount(rows)} {rows === 1 ? 'row' : 'rows'}
                  {isHidden && ', hidden'})
                </option>
              ))}
          </SelectField>
        )}
        {shop === null && (
          <SelectField
            label="Headings"
            value={headingRow}
            onChange={({ target }) => read({ headingRow: Number(target.value) })}
          >
            <option value={0}>There are none</option>
            {firstRows.map(({ number, cells }) => (
              <option key={number} value={number}>
                Row {number}:{' '}
                {cells
                  .filter((cell) => cell !== '')
                  .join(' · ')
                  .slice(0, 60)}
              </option>
            ))}
            {headingRow > 0 && !firstRows.some(({ number }) => number === headingRow) && (
              <option value={headingRow}>Row {headingRow}</option>
            )}
          </SelectField>
        )}
        <SelectField
          label="Decimals"
          value={matching.decimals ?? ''}
          onChange={({ target }) =>
            onChange(withChoice(matching, 'decimals', target.value as ',' | '.' | ''))
          }
        >
          <option value="">{BY_COLUMN}</option>
          <option value=".">After a point: 1,250.50</option>
          <option value=",">After a comma: 1.250,50</option>
        </SelectField>
        <SelectField
          label="Dates"
          value={matching.dates ?? ''}
          onChange={({ target }) =>
            onChange(withChoice(matching, 'dates', target.value as 'dmy' | 'mdy' | ''))
          }
        >
          <option value="">{BY_COLUMN}</option>
          <option value="dmy">Day first: 3.4. is April 3</option>
          <option value="mdy">Month first: 3/4 is March 4</option>
        </SelectField>
      </div>
    </section>
  );
}

function withChoice<Name extends 'decimals' | 'dates'>(
  matching: SheetMatching,
  name: Name,
  value: NonNullable<SheetMatching[Name]> | '',
) {
  const { [name]: _, ...rest } = matching;
  return (value === '' ? rest : { ...rest, [name]: value }) as SheetMatching;
}
