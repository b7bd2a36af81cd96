import { formatCount } from '#contract/counts.ts';
import type { ForeignLook, SheetMatching } from '#contract/transfer/sheet-look.ts';
import { isJoinedTarget, sheetTargets } from '#contract/transfer/sheet-targets.ts';
import { SelectField } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';

type Target = SheetMatching['columns'][number];
type Props = {
  look: ForeignLook;
  onChange: (matching: SheetMatching) => void;
};

const BY_COLUMN = 'As the column shows';
const AMOUNTS: Target[] = ['price', 'cost', 'shipping price'];

/** Says what each column of a sheet becomes, with cells as they are and as they will be. */
export function ColumnMatching({ look, onChange }: Props) {
  const { matching, columns, rowCount, notes, isRemembered, encoding, file, shop } = look;
  const targets = matching.columns;
  const twice = takenTwice(matching);
  const used = targets.filter((target) => target !== '').length;
  const setTarget = (index: number, target: Target) =>
    onChange({ ...matching, columns: targets.map((one, at) => (at === index ? target : one)) });
  const kind = encoding ? ` Encoding: ${encoding}.` : '';
  return (
    <section aria-labelledby="columns-title" className="space-y-5">
      <div>
        <h3 id="columns-title" className="text-xl">
          What we found{file ? ` in ${file}` : ''}
        </h3>
        <p role="status" className="mt-1 text-quiet">
          {shop && `An export of ${shop}. `}
          {formatCount(rowCount)} {shop ? (rowCount === 1 ? 'piece' : 'pieces') : rowCount === 1 ? 'row' : 'rows'}. {used} of{' '}
          {columns.length} columns come in, the rest is left out.{kind}
          {isRemembered && ' Matched as you did last time.'}
        </p>
      </div>
      {notes.length > 0 && (
        <ul className="max-w-prose space-y-2 border-l-4 border-warn py-1 pl-4">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {columns.map((column, index) => {
          const target = targets[index] ?? '';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; headings repeat
            <li key={index} className="grid items-start gap-x-6 gap-y-3 py-4 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
              <SelectField
                label={column.heading}
                {...(twice.includes(target) && { error: 'Another column is this already. Please choose one of the two.' })}
                value={target}
                className={target === '' ? 'text-quiet' : ''}
                hint={
                  column.how ?? (column.filled < rowCount ? `${formatCount(column.filled)} of ${formatCount(rowCount)} rows` : undefined)
                }
                onChange={(event) => setTarget(index, event.target.value as Target)}
              >
                <option value="">Leave out</option>
                {sheetTargets.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </SelectField>
              <Examples examples={column.examples} isLeftOut={target === ''} />
            </li>
          );
        })}
      </ul>
      <div className="grid max-w-3xl gap-x-6 gap-y-4 sm:grid-cols-2">
        {targets.some((target) => AMOUNTS.includes(target)) && (
          <SelectField
            label="Decimals"
            value={matching.decimals ?? ''}
            onChange={({ target }) => onChange(withChoice(matching, 'decimals', target.value as ',' | '.' | ''))}
          >
            <option value="">{BY_COLUMN}</option>
            <option value=".">After a point: 1,250.50</option>
            <option value=",">After a comma: 1.250,50</option>
          </SelectField>
        )}
        {targets.includes('acquisition date') && (
          <SelectField
            label="Dates"
            value={matching.dates ?? ''}
            onChange={({ target }) => onChange(withChoice(matching, 'dates', target.value as 'dmy' | 'mdy' | ''))}
          >
            <option value="">{BY_COLUMN}</option>
            <option value="dmy">Day first: 3.4. is April 3</option>
            <option value="mdy">Month first: 3/4 is March 4</option>
          </SelectField>
        )}
      </div>
      <Switch
        label="List new pieces with a price for sale"
        checked={matching.listsForSale}
        onChange={(listsForSale) => onChange({ ...matching, listsForSale })}
      />
    </section>
  );
}

/** What two columns cannot both become. */
export const takenTwice = ({ columns }: SheetMatching): Target[] =>
  columns.filter((target, index) => target !== '' && !isJoinedTarget(target) && columns.indexOf(target) < index);

function withChoice<Name extends 'decimals' | 'dates'>(matching: SheetMatching, name: Name, value: NonNullable<SheetMatching[Name]> | '') {
  const { [name]: _, ...rest } = matching;
  return (value === '' ? rest : { ...rest, [name]: value }) as SheetMatching;
}

function Examples({ examples, isLeftOut }: { examples: ForeignLook['columns'][number]['examples']; isLeftOut: boolean }) {
  return (
    <ul className={`space-y-1 text-sm wrap-anywhere sm:pt-8 ${isLeftOut ? 'text-quiet' : ''}`}>
      {examples.map(({ raw, read }) => (
        <li key={raw} className="line-clamp-2">
          {raw}
          {read === null ? (
            <span className="text-bad"> → we can’t read this</span>
          ) : (
            read !== raw && (
              <>
                <span className="text-quiet"> → </span>
                <strong className="font-medium">{read}</strong>
              </>
            )
          )}
        </li>
      ))}
    </ul>
  );
}
