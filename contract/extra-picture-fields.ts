/** What extras say of a picture, each under its name in the API. A line an extra, in any order. */
export { alignment } from './extras/lamp-alignment/picture-fields.ts';
