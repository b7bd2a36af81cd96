import { formatCount } from '#core/contract/counts.ts';
import type { ForeignLook, SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import { isJoinedTarget, sheetTargets } from '#features/sheets/contract/sheet-targets.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';

type Target = SheetMatching['columns'][number];
type Column = ForeignLook['columns'][number] & { index: number; target: Target };
type Props = {
  look: ForeignLook;
  decided: ReadonlySet<number>;
  onChange: (matching: SheetMatching) => void;
  onDecide: (column: number, target: Target) => void;
  onForget: () => void;
};

const UNDECIDED = '?';

/** Columns that may be private, or mean two things, until the owner has said what they are. */
export const undecidedIn = (
  { columns, isRemembered }: ForeignLook,
  decided: ReadonlySet<number>,
): number[] =>
  isRemembered
    ? []
    : columns.flatMap(({ sureness }, index) =>
        sureness === 'asked' && !decided.has(index) ? [index] : [],
      );

export function ColumnMatching({ look, decided, onChange, onDecide, onForget }: Props) {
  const { matching, rowCount, notes, isRemembered, file, shop } = look;
  const undecided = undecidedIn(look, decided);
  const columns = look.columns.map((column, index) => ({
    ...column,
    index,
    target: matching.columns[index] ?? '',
  }));
  const isAsked = ({ index }: Column) => undecided.includes(index);
  const isPlaced = ({ index, target, sureness }: Column) =>
    !undecided.includes(index) && (target !== '' || sureness !== 'none');
  const groups = [
    { title: 'Please choose', columns: columns.filter(isAsked) },
    { title: 'What comes in', columns: columns.filter(isPlaced) },
    {
      title: 'Columns without a place',
      columns: columns.filter((column) => !isAsked(column) && !isPlaced(column)),
    },
  ];
  const used = columns.filter(({ target }) => target !== '').length;
  return (
    <section aria-labelledby="columns-title" className="space-y-5">
      <div>
        <h3 id="columns-title" className="text-xl">
          What we found{file ? ` in ${file}` : ''}
        </h3>
        <p role="status" className="mt-1 text-quiet">
          {shop && `An export of ${shop}. `}
          {formatCount(rowCount)}{' '}
          {shop ? (rowCount === 1 ? 'piece' : 'pieces') : rowCount === 1 ? 'row' : 'rows'}. {used}{' '}
          of {columns.length} columns come in, the rest is left out.
          {isRemembered && ' Matched as you did last time.'}
        </p>
        {isRemembered && (
          <Button look="plain" className="mt-2" onClick={onForget}>
            Forget that and match afresh
          </Button>
        )}
      </div>
      {notes.length > 0 && (
        <ul className="max-w-prose space-y-2 border-l-4 border-warn py-1 pl-4">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {groups.map(
        (group) =>
          group.columns.length > 0 && (
            <section key={group.title} aria-label={group.title}>
              <h4 className="mb-2 text-lg">{group.title}</h4>
              <ul className="divide-y divide-line border-y border-line">
                {group.columns.map((column) => (
                  <Matched
                    key={column.index}
                    column={column}
                    rowCount={rowCount}
                    isUndecided={isAsked(column)}
                    isTwice={takenTwice(matching).includes(column.target)}
                    onChange={(target) => onDecide(column.index, target)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      <Switch
        label="List new pieces with a price for sale"
        checked={matching.listsForSale}
        onChange={(listsForSale) => onChange({ ...matching, listsForSale })}
      />
    </section>
  );
}

type MatchedProps = {
  column: Column;
  rowCount: number;
  isUndecided: boolean;
  isTwice: boolean;
  onChange: (target: Target) => void;
};

function Matched({ column, rowCount, isUndecided, isTwice, onChange }: MatchedProps) {
  const { heading, target, filled, how, sureness, suggestions, examples } = column;
  const error = isUndecided
    ? 'This could be yours alone, or mean two things. Please choose.'
    : isTwice
      ? 'Another column is this already. Please choose one of the two.'
      : undefined;
  const hints = [
    how,
    sureness === 'guessed' && target !== '' && 'Guessed from its cells: please check',
    filled < rowCount && `${formatCount(filled)} of ${formatCount(rowCount)} rows`,
  ].filter(Boolean);
  const others = sheetTargets.filter(({ name }) => !suggestions.includes(name));
  const options = (targets: typeof sheetTargets) =>
    targets.map(({ name, label }) => (
      <option key={name} value={name}>
        {label}
      </option>
    ));
  return (
    <li className="grid items-start gap-x-6 gap-y-3 py-4 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <SelectField
        label={heading}
        {...(error && { error })}
        value={isUndecided ? UNDECIDED : target}
        className={target === '' ? 'text-quiet' : ''}
        hint={hints.join('. ') || undefined}
        onChange={(event) => onChange(event.target.value as Target)}
      >
        {isUndecided && (
          <option value={UNDECIDED} disabled>
            Choose…
          </option>
        )}
        {options(sheetTargets.filter(({ name }) => suggestions.includes(name)))}
        <option value="">Leave out</option>
        {options(others)}
      </SelectField>
      <Examples examples={examples} isLeftOut={target === ''} />
    </li>
  );
}

export const takenTwice = ({ columns }: SheetMatching): Target[] =>
  columns.filter(
    (target, index) => target !== '' && !isJoinedTarget(target) && columns.indexOf(target) < index,
  );

function Examples({
  examples,
  isLeftOut,
}: {
  examples: ForeignLook['columns'][number]['examples'];
  isLeftOut: boolean;
}) {
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
