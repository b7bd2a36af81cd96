import { useState } from 'react';
import {
  isComplete,
  type StatementColumns,
  statementColumnNames,
  statementColumnTable,
  venmoColumns,
} from '#features/statements/contract/statement-columns.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { useSubmit } from '#ui/use-submit.ts';

type Props = {
  headings: string[];
  /** As they were read; null: not yet. */
  columns: StatementColumns | null;
  isBusy: boolean;
  onChosen: (columns: StatementColumns) => void;
};

export function ColumnChoice({ headings, columns, isBusy, onChosen }: Props) {
  const [chosen, setChosen] = useState(() => columns ?? likelyColumns(headings));
  const { onSubmit } = useSubmit({ send: () => onChosen(chosen) });
  return (
    <form
      onSubmit={onSubmit}
      aria-label="Columns"
      className="grid max-w-4xl gap-5 sm:grid-cols-2 lg:grid-cols-3"
    >
      {statementColumnNames.map((name) => (
        <SelectField
          key={name}
          label={statementColumnTable[name].label}
          required={statementColumnTable[name].isRequired}
          value={headings.find((heading) => isSame(heading, chosen[name])) ?? ''}
          onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}
        >
          <option value="">
            {statementColumnTable[name].isRequired ? 'Please choose' : 'Not in this file'}
          </option>
          {headings.map((heading) => (
            <option key={heading} value={heading}>
              {heading}
            </option>
          ))}
        </SelectField>
      ))}
      <div className="sm:col-span-2 lg:col-span-3">
        <Button
          type="submit"
          look={columns ? 'outline' : 'solid'}
          disabled={isBusy || !isComplete(chosen)}
        >
          Read with these columns
        </Button>
      </div>
    </form>
  );
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase();

const likelyColumns = (headings: string[]): StatementColumns =>
  Object.fromEntries(
    statementColumnNames.map((name) => {
      const known = [venmoColumns[name], statementColumnTable[name].label].filter(
        (each) => each !== '',
      );
      return [name, headings.find((heading) => known.some((each) => isSame(heading, each))) ?? ''];
    }),
  ) as StatementColumns;
