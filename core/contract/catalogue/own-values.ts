import type { Species, Variety } from './species.ts';

/** In form order. A variety takes `speciesOnly` from its species. */
export const ownFields = [
  ...([
    'kind',
    'class',
    'formula',
    'system',
    'hardness',
    'density',
    'lustres',
    'colours',
    'streak',
    'cleavage',
    'habit',
  ] as const),
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

/** In a variety, its species' values are null. */
export type RowValues = Omit<Pick<Species, OwnField>, 'kind'> & {
  kind: Species['kind'] | Variety['kind'];
};

export type OwnValues = Partial<RowValues>;

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
