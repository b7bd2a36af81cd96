import type { CareChange } from './catalogue/care.ts';
import type { Category } from './catalogue/categories.ts';
import type { Coordinates } from './catalogue/coordinates.ts';
import type { Disclosure } from './catalogue/disclosures.ts';
import type { Fluorescence } from './catalogue/species.ts';
import type { SpecimenStatus } from './catalogue/statuses.ts';

export type FieldValues = {
  /** Never empty. */
  title: string;
  category: Category;
  /** Trimmed. */
  line: string;
  /** Kept as typed. */
  text: string;
  /** Its longest side is stored beside it. */
  dimensions: string;
  /** An unknown name stays as typed. */
  species: string[];
  /** From the mine to the country. */
  locality: string[];
  coordinates: Coordinates | null;
  /** The API also takes the URL. */
  mindat: number | null;
  disclosures: Disclosure[];
  /** One line each. */
  lines: string[];
  fluorescence: Fluorescence[];
  care: CareChange[];
  /** No two specimens have ever had the same. */
  catalogueNumber: string | null;
  /** Dollars with two decimals; null: unknown. */
  amount: string | null;
  /** Sheets and the API may say it in words ("about 1987"). */
  date: string | null;
  /** An amount or words; null: no price. */
  price: string | null;
  /** An amount or words; null: free. */
  shipping: string | null;
  switch: boolean;
  /** Pieces not yet paid for. */
  quantity: number;
  status: SpecimenStatus;
  tags: string[];
};
export type FieldKind = keyof FieldValues;

/** `private` is what visitors never see. */
export const formSections = {
  title: 'Title and price',
  sale: 'Sale Information',
  stone: 'Stone',
  place: 'Place',
  condition: 'Condition',
  private: 'Private',
} as const satisfies Record<string, string>;
export type FormSection = keyof typeof formSections;

export type SearchRank = 'title' | 'tags' | 'origin' | 'description';

type Common = {
  label: string;
  /** Where the label is too long to compare versions. */
  shortLabel?: string;
  /** The column of `specimens.csv`. */
  sheet: string;
  form: {
    section: FormSection;
    /** Shares its row where there is room. */
    isHalf?: true;
    /** A new specimen begins with the initial value. */
    isEditOnly?: true;
    hint?: string;
    placeholder?: string;
  };
  /**
   * Pieces of one find or purchase share it. What is true of one alone (measurements, condition,
   * price, number) is not copied: a wrong one costs more than it saves.
   */
  isCopied: boolean;
  /** Manage or orders may change it: an edit sends it only where the form changed it. */
  isShared?: true;
} & (
  | { isPublic: true; search: SearchRank | null }
  // Visitors must not find out by searching what they may not see.
  | { isPublic: false; search: null }
);

/** `max`: characters; of a quantity pieces; of lists characters each. `most`: entries. */
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
export type FieldOf<Kind extends FieldKind> = {
  [K in Kind]: { kind: K } & Details[K] & Common;
}[Kind];
export type SpecimenField = FieldOf<FieldKind>;
