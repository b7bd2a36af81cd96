/** Statements as payment apps write them. */
import {
  type StatementColumns,
  venmoColumns,
} from '#features/statements/contract/statement-columns.ts';
import {
  findHeading,
  readLines,
  type StatementLine,
} from '#features/statements/server/statement.ts';
import { readRows } from '#platform/csv.ts';
import { inSlices } from '#platform/jobs/slices.ts';

/** A payment in a statement; what is left out is as Venmo writes an ordinary one. */
export type Row = {
  id?: string;
  at?: string;
  type?: string;
  status?: string;
  note?: string;
  from?: string;
  to?: string;
  amount?: string;
};

const HEADING =
  ',ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (tip),Amount (tax),Amount (fee),Tax Rate,Tax Exempt,Funding Source,Destination,Beginning Balance,Ending Balance,Statement Period Venmo Fees,Terminal Location,Year to Date Venmo Fees,Disclaimer';

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A statement of Venmo: rows about the account, the heading, balances without an id, the payments, a disclaimer. */
export function venmoStatement(rows: Row[]): string {
  const lines = rows.map(
    ({
      id = '',
      at = '2026-11-21T10:00:00',
      type = 'Payment',
      status = 'Complete',
      note = '',
      from = '',
      to = 'The Shop',
      amount = '',
    }) =>
      [
        '',
        id,
        at,
        type,
        status,
        note,
        from,
        to,
        amount,
        '',
        '0',
        '',
        '0',
        '',
        '',
        'Venmo balance',
        '',
        '',
        '',
        'Venmo',
        '',
        '',
      ]
        .map(cell)
        .join(','),
  );
  return `\ufeff${[
    'Account Statement - (@the-shop) ,,,,,,,,,,,,,,,,,,,,,',
    'Account Activity,,,,,,,,,,,,,,,,,,,,,',
    HEADING,
    ',,,,,,,,,,,,,,,,$0.00,,,,,',
    ...lines,
    ',,,,,,,,,,,,,,,,,$530.00,$0.00,,$0.00,"In case of errors or questions about your',
    'electronic transfers, write to us."',
  ].join('\n')}\n`;
}

/** The same columns in another sequence, without the rows around them. */
export function shuffledStatement(rows: Row[]): string {
  const lines = rows.map(
    ({
      id = '',
      at = '',
      type = 'Payment',
      status = 'Complete',
      note = '',
      from = '',
      to = '',
      amount = '',
    }) => [amount, from, note, id, status, to, type, at].map(cell).join(';'),
  );
  return ['amount (total);From;NOTE;ID;Status;To;Type;Datetime', ...lines].join('\r\n');
}

/** The lines that the shop reads in a statement. */
export async function linesOf(
  text: string,
  columns: StatementColumns = venmoColumns,
): Promise<StatementLine[]> {
  const rows = await readRows(Buffer.from(text), 50_000);
  const heading = findHeading(rows, columns);
  if (!heading) throw new Error('no heading');
  return inSlices(readLines(rows, heading, columns));
}
