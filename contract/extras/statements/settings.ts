import { z } from 'zod';
import { MAX_LINE } from '#contract/admin/setting-checks.ts';
import { trimmed } from '#contract/text.ts';
import { type StatementColumnName, statementColumnNames } from './statement-columns.ts';

const line = trimmed(MAX_LINE).default('');

/** What the columns of the payment app's statement are called, where they are not Venmo's. */
export const payment_statement = z.strictObject(
  Object.fromEntries(statementColumnNames.map((name) => [name, line])) as Record<StatementColumnName, typeof line>,
);
