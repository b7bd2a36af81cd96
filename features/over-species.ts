/** One line per feature that lays something over the species table, in any order. */
export { ownSpecies } from './own-species/server/over-species.ts';
