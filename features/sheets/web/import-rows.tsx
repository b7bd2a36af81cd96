import { useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import type { RowAnswer, SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import { sheetTargets } from '#features/sheets/contract/sheet-targets.ts';
import type { ImportReport, ReportedRow } from '#features/sheets/contract/transfer.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';

type Props = {
  report: ImportReport;
  matching: SheetMatching;
  onAnswer: (matching: SheetMatching) => void;
};

const kinds = [
  { kind: 'taken', label: 'To decide' },
  { kind: 'refused', label: 'Refused' },
  { kind: 'sold', label: 'Sold in your list' },
  { kind: 'new', label: 'New' },
  { kind: 'changed', label: 'Changed' },
  { kind: 'same', label: 'Same' },
  { kind: 'left out', label: 'Left out' },
] as const;
type Kind = (typeof kinds)[number]['kind'];

const isOf = (row: ReportedRow, kind: Kind): boolean =>
  kind === 'sold' ? row.isSoldHere : row.kind === kind;
const AT_ONCE = 50;

/** What an import will do, in a sentence. */
export function whatItWillDo({ specimens, rows, photos, visible }: ImportReport): string {
  const count = (number: number, one: string, many = one) =>
    number === 0 ? [] : [`${formatCount(number)} ${number === 1 ? one : many}`];
  const hidden = visible === 0 ? 'hidden ' : '';
  const parts = [
    ...count(specimens.added, `new ${hidden}piece`, `new ${hidden}pieces`),
    ...count(specimens.changed, 'changed'),
    ...count(rows.filter((row) => row.isSoldHere).length, 'sold in your list and for sale here'),
    ...count(photos.here, 'photo with the list', 'photos with the list'),
    ...count(photos.elsewhere, 'photo to copy', 'photos to copy'),
    ...count(rows.filter(({ kind }) => kind === 'taken').length, 'to decide'),
    ...count(rows.filter(({ kind }) => kind === 'left out').length, 'left out'),
  ];
  return parts.length === 0 ? 'Nothing would change.' : `${parts.join(', ')}.`;
}

export function ImportRows({ report: { rows }, matching, onAnswer }: Props) {
  const present = kinds.filter(({ kind }) => rows.some((row) => isOf(row, kind)));
  const [chosen, setChosen] = useState<Kind | null>(null);
  const [shown, setShown] = useState(AT_ONCE);
  const kind = present.find((one) => one.kind === chosen)?.kind ?? present[0]?.kind;
  if (kind === undefined) return null;
  const found = rows.filter((row) => isOf(row, kind));
  return (
    <section aria-labelledby="rows-title" className="space-y-4">
      <h3 id="rows-title" className="text-xl">
        Rows
      </h3>
      <div className="flex flex-wrap gap-2">
        {present.map((one) => (
          <Button
            key={one.kind}
            look="outline"
            aria-pressed={one.kind === kind}
            className="aria-pressed:border-accent aria-pressed:text-accent"
            onClick={() => {
              setChosen(one.kind);
              setShown(AT_ONCE);
            }}
          >
            {one.label} {formatCount(rows.filter((row) => isOf(row, one.kind)).length)}
          </Button>
        ))}
      </div>
      {(kind === 'taken' || matching.taken !== undefined) && (
        <AllTaken matching={matching} onAnswer={onAnswer} />
      )}
      {(kind === 'sold' || matching.marksSold) && (
        <Switch
          label="Mark them as sold here too"
          checked={matching.marksSold ?? false}
          onChange={(marksSold) => onAnswer({ ...matching, marksSold })}
        />
      )}
      <ul className="divide-y divide-line border-y border-line">
        {found.slice(0, shown).map((row) => (
          <Row key={row.line + row.title} row={row} matching={matching} onAnswer={onAnswer} />
        ))}
      </ul>
      {found.length > shown && (
        <Button look="outline" onClick={() => setShown(shown + AT_ONCE)}>
          Show {formatCount(Math.min(AT_ONCE, found.length - shown))} more
        </Button>
      )}
    </section>
  );
}

function AllTaken({ matching, onAnswer }: Omit<Props, 'report'>) {
  return (
    <div className="max-w-md">
      <SelectField
        label="All rows whose number is taken"
        value={matching.taken ?? ''}
        onChange={({ target }) => {
          const { taken: _, ...rest } = matching;
          const answer = target.value as RowAnswer | '';
          onAnswer(answer === '' ? rest : { ...rest, taken: answer });
        }}
      >
        <option value="">Ask me about each</option>
        <option value="same">Are the same pieces</option>
        <option value="new">Are new pieces, without the number</option>
        <option value="skip">Are left out</option>
      </SelectField>
    </div>
  );
}

const labelOf = (target: string): string =>
  sheetTargets.find(({ name }) => name === target)?.label ?? target;

type RowProps = { row: ReportedRow } & Omit<Props, 'report'>;

function Row({ row, matching, onAnswer }: RowProps) {
  const { line, title, number, kind, reason, target, other } = row;
  const answer = (said: RowAnswer) => {
    const others = (matching.answers ?? []).filter(([one]) => one !== line);
    onAnswer({ ...matching, answers: [...others, [line, said]] });
  };
  return (
    <li className="space-y-2 py-3 wrap-anywhere">
      <p>
        <span className="figures text-quiet">
          Row {formatCount(line)}
          {number && `, number ${number}`}:
        </span>{' '}
        {title}
      </p>
      {kind === 'taken' && other ? (
        <>
          <p className="text-fine">
            {other.id === null ? 'An earlier row has this number: ' : 'Here it is: '}
            <strong className="font-medium">{other.title}</strong>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look="outline" onClick={() => answer('same')}>
              Same piece<span className="sr-only"> as {other.title}</span>
            </Button>
            <Button look="outline" onClick={() => answer('new')}>
              New piece<span className="sr-only">: {title}</span>
            </Button>
            <Button look="plain" onClick={() => answer('skip')}>
              Leave out<span className="sr-only"> {title}</span>
            </Button>
          </div>
        </>
      ) : (
        reason && (
          <p className={`text-fine ${kind === 'refused' ? 'text-bad' : 'text-quiet'}`}>{reason}</p>
        )
      )}
      {kind === 'refused' && target && (
        <Correction
          label={`${labelOf(target)} of row ${line}`}
          onSave={(text) => {
            const rest = (matching.cells ?? []).filter(([at, of]) => at !== line || of !== target);
            const field = target as SheetMatching['columns'][number];
            onAnswer({ ...matching, cells: [...rest, [line, field, text]] });
          }}
        />
      )}
    </li>
  );
}

function Correction({ label, onSave }: { label: string; onSave: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      className="flex max-w-md flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField label={label} value={text} onChange={({ target }) => setText(target.value)} />
      </div>
      <Button type="submit" look="outline">
        Correct
      </Button>
    </form>
  );
}
