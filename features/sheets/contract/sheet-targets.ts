import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';

export type SheetTarget = {
  /** The column in `specimens.csv`, or `picture`. */
  name: string;
  label: string;
  isJoined: boolean;
};

const joined = new Set([
  'species',
  'associated species',
  'locality',
  'description',
  'dimensions',
  'tags',
  'provenance',
  'private notes',
  'condition',
  'fluorescence',
  'disclosures',
  'care',
  'coordinates',
]);

export const sheetTargets: readonly SheetTarget[] = [
  { name: 'reference', label: 'Reference (yours alone)', isJoined: false },
  ...Object.values(specimenFields).map((field) => ({
    name: field.sheet,
    label: 'shortLabel' in field ? field.shortLabel : field.label,
    isJoined: joined.has(field.sheet),
  })),
  { name: 'collections', label: 'Collections', isJoined: true },
  { name: 'picture', label: 'Photo file names', isJoined: true },
];

export const isJoinedTarget = (name: string): boolean =>
  sheetTargets.some((target) => target.name === name && target.isJoined);
