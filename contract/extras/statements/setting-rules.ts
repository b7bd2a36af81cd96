import { checkLines } from '#contract/admin/setting-checks.ts';

export const payment_statement = (columns: object) => checkLines(columns);
