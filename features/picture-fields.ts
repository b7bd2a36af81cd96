/** One line per feature's fields of a picture, under their API names, in any order. */
export { alignment } from './lamp-alignment/contract/picture-fields.ts';
