import type { FieldOf, SettingEntry } from '#core/contract/admin/setting-kinds.ts';
import {
  type StatementColumnName,
  statementColumnNames,
  statementColumnTable,
} from './statement-columns.ts';

const column = (name: StatementColumnName): FieldOf<'line'> => ({
  kind: 'line',
  label: statementColumnTable[name].label,
  initial: '',
  attributes: { autoComplete: 'off' },
});

export const payment_statement = {
  name: 'payment statement',
  readBy: 'admin',
  about: 'the names of the payment statement’s columns',
  fields: Object.fromEntries(statementColumnNames.map((name) => [name, column(name)])) as Record<
    StatementColumnName,
    FieldOf<'line'>
  >,
} as const satisfies SettingEntry;
