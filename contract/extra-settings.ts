/** The settings of the extras, each under its key. Only the admin reads them. A line an extra, in any order. */
export { paper } from './extras/paper/settings.ts';
export { payment_statement } from './extras/statements/settings.ts';
