/** This file is free of schemas, so pages may import it. */
import { keysOf } from '#core/contract/tables.ts';

type StatementColumn = {
  label: string;
  /** Null: Venmo's statements lack it. */
  venmo: string | null;
  isRequired: boolean;
};

export const statementColumnTable = {
  paymentId: { label: 'Payment id', venmo: 'ID', isRequired: true },
  amount: { label: 'Amount', venmo: 'Amount (total)', isRequired: true },
  paidAt: { label: 'Date and time', venmo: 'Datetime', isRequired: false },
  time: { label: 'Time, where it has its own column', venmo: null, isRequired: false },
  note: { label: 'Note', venmo: 'Note', isRequired: false },
  from: { label: 'From', venmo: 'From', isRequired: false },
  to: { label: 'To', venmo: 'To', isRequired: false },
  type: { label: 'Type', venmo: 'Type', isRequired: false },
  status: { label: 'Status', venmo: 'Status', isRequired: false },
  currency: { label: 'Currency', venmo: null, isRequired: false },
  fee: { label: 'Fee', venmo: null, isRequired: false },
} as const satisfies Record<string, StatementColumn>;

export type StatementColumnName = keyof typeof statementColumnTable;
export const statementColumnNames = keysOf(statementColumnTable);

/** '' for a column that the statement lacks. */
export type StatementColumns = Record<StatementColumnName, string>;

export const venmoColumns = Object.fromEntries(
  statementColumnNames.map((name) => [name, statementColumnTable[name].venmo ?? '']),
) as StatementColumns;

/** The fee has been taken from this amount. */
export const NET_AMOUNT = 'Amount (net)';

const business: StatementColumns = {
  ...venmoColumns,
  paymentId: 'Transaction ID',
  paidAt: 'Date',
  time: 'Time (UTC)',
  fee: 'Amount (fee)',
};

/** Venmo's names, the fullest first: of a business profile, and of a personal one. */
export const knownColumns: readonly StatementColumns[] = [
  business,
  { ...business, amount: NET_AMOUNT },
  { ...venmoColumns, fee: 'Amount (fee)' },
  venmoColumns,
];

export const isComplete = (columns: StatementColumns): boolean =>
  statementColumnNames.every(
    (name) => !statementColumnTable[name].isRequired || columns[name] !== '',
  );

/** A larger statement covers more than a month. */
export const MAX_STATEMENT_BYTES = 5 * 2 ** 20;
