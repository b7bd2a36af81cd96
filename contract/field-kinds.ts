/** The kinds of fields that a specimen has: what `specimen-fields.ts` is made of. */
import type { CareChange } from './catalogue/care.ts';
import type { Category } from './catalogue/categories.ts';
import type { Coordinates } from './catalogue/coordinates.ts';
import type { Disclosure } from './catalogue/disclosures.ts';
import type { Fluorescence } from './catalogue/species.ts';
import type { SpecimenStatus } from './catalogue/statuses.ts';

/** The kinds of fields, with the value that each has at the API. */
export type FieldValues = {
  /** The specimen's name: one line, never empty. */
  title: string;
  category: Category;
  /** One line of text, trimmed. */
  line: string;
  /** Several lines, kept as typed. */
  text: string;
  /** One line; what it says of the longest side is stored beside it. */
  dimensions: string;
  /** Species and varieties, called as the shop's table calls them; a name that is not in it stays as typed. */
  species: string[];
  /** Places from the mine to the country. */
  locality: string[];
  coordinates: Coordinates | null;
  /** The number of a locality at mindat.org; the API also takes its address. */
  mindat: number | null;
  disclosures: Disclosure[];
  /** Entries of one line each. */
  lines: string[];
  fluorescence: Fluorescence[];
  care: CareChange[];
  /** The shop's own number; no two specimens have ever had the same. */
  catalogueNumber: string | null;
  /** Dollars with two decimals; null: not known. */
  amount: string | null;
  /** A calendar date; sheets and the API may say it in words ("about 1987"). */
  date: string | null;
  /** An amount, or words instead of one; null where there is no price. */
  price: string | null;
  /** The same; null is free. */
  shipping: string | null;
  switch: boolean;
  /** Pieces not yet paid for. */
  quantity: number;
  status: SpecimenStatus;
  tags: string[];
};
export type FieldKind = keyof FieldValues;

/** The sections of the forms, with their headings; `private` is what visitors never see. */
export const formSections = {
  title: 'Title and price',
  sale: 'Sale Information',
  stone: 'Stone',
  place: 'Place',
  condition: 'Condition',
  private: 'Private',
} as const satisfies Record<string, string>;
export type FormSection = keyof typeof formSections;

/** How much a word found in the field counts: the rank of the specimen's title, of its tags, and so on. */
export type SearchRank = 'title' | 'tags' | 'origin' | 'description';

type Common = {
  /** Its name in forms. */
  label: string;
  /** Its name in the comparison of two versions, where the label is too long. */
  shortLabel?: string;
  /** The column of `specimens.csv`. */
  sheet: string;
  form: {
    section: FormSection;
    /** Shares its row with a neighbour where there is room. */
    isHalf?: true;
    /** Only the edit form has it; a new specimen begins with the initial value. */
    isEditOnly?: true;
    hint?: string;
    placeholder?: string;
  };
  /**
   * Whether the next piece has it from the one before it: what they share when they come from one find or one purchase. What is true of one
   * piece alone (its measurements, condition, price, number, what it was paid) is not taken over: a wrong one costs more than it saves.
   */
  isCopied: boolean;
  /** Manage or orders may change it while a form is open: an edit sends it only where it was changed in the form. */
  isShared?: true;
} & (
  | { isPublic: true; search: SearchRank | null }
  // Visitors must not find out by searching what they may not see.
  | { isPublic: false; search: null }
);

/** Details that only some kinds have. `max`: characters; of a quantity pieces; of lists characters each. `most`: entries. */
type Details = {
  title: { max: number; missing: { upload: string; edit: string } };
  category: { missing: { upload: string; edit: string } };
  line: { max: number };
  text: { max: number };
  dimensions: { max: number };
  species: { max: number; most: number };
  locality: { max: number; most: number };
  coordinates: object;
  mindat: object;
  disclosures: object;
  lines: { max: number; most: number };
  fluorescence: object;
  care: object;
  catalogueNumber: { max: number };
  amount: { max: number };
  date: { max: number };
  price: { max: number };
  shipping: { max: number };
  switch: { initial: boolean };
  quantity: { max: number };
  status: object;
  tags: { max: number };
};
export type FieldOf<Kind extends FieldKind> = { [K in Kind]: { kind: K } & Details[K] & Common }[Kind];
export type SpecimenField = FieldOf<FieldKind>;
