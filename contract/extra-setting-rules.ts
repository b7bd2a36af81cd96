/** What the settings of the extras have to keep, each under its key. A line an extra, in any order. */
export { paper } from './extras/paper/setting-rules.ts';
export { payment_statement } from './extras/statements/setting-rules.ts';
