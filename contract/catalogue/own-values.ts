/** What a dealer may correct in the shop's species table, or say about a species that it doesn't have. */
import type { Species, Variety } from './species.ts';

/** In the order of the form. A variety takes those of `speciesOnly` from its species. */
export const ownFields = [
  ...(['kind', 'class', 'formula', 'system', 'hardness', 'density', 'lustres', 'colours', 'streak', 'cleavage', 'habit'] as const),
  ...(['typeLocality', 'group', 'synonyms', 'fluorescence', 'care', 'differs'] as const),
] as const satisfies readonly (keyof Species)[];
export type OwnField = (typeof ownFields)[number];

export const speciesOnly: ReadonlySet<OwnField> = new Set([
  'class',
  'system',
  'colours',
  'streak',
  'cleavage',
  'habit',
  'typeLocality',
  'group',
  'differs',
] as const);

/** All values of a row; in a variety, those that belong to its species are null. */
export type RowValues = Omit<Pick<Species, OwnField>, 'kind'> & { kind: Species['kind'] | Variety['kind'] };

/** A value for each field that the dealer has changed. */
export type OwnValues = Partial<RowValues>;

/** What each field is called, in sentences too. */
export const ownFieldLabels: Record<OwnField, string> = {
  kind: 'Kind',
  class: 'Class',
  formula: 'Formula',
  system: 'Crystal system',
  hardness: 'Hardness',
  density: 'Density',
  lustres: 'Luster',
  colours: 'Color',
  streak: 'Streak',
  cleavage: 'Cleavage',
  habit: 'Habit',
  typeLocality: 'Type locality',
  group: 'Group',
  synonyms: 'Other names',
  fluorescence: 'Fluorescence',
  care: 'Care notes',
  differs: 'Remark',
};
