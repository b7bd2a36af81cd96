/** One line per feature's settings, under their keys, in any order. Only the admin reads them. */
export { new_versions } from './health/contract/settings.ts';
export { paper } from './paper/contract/settings.ts';
export { payment_statement } from './statements/contract/settings.ts';
