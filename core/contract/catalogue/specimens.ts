import { z } from 'zod';
import { noAmount, shippingError } from '#core/contract/amount-question.ts';
import type { FieldOf } from '#core/contract/field-kinds.ts';
import { lights, medium, picture, pins } from '#core/contract/media/media.ts';
import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { amount, id, instant, line, text, trimmed } from '#core/contract/text.ts';
import { careError, MAX_CARE_CHANGES, MAX_CARE_WORDS } from './care.ts';
import { categories } from './categories.ts';
import { disclosureError, disclosureKinds, MAX_DISCLOSURE_NOTE } from './disclosures.ts';
import { type FilterName, facetNames, newWithinDays } from './filters.ts';
import { fluorescenceError, MAX_COLOUR } from './fluorescence.ts';
import { MINDAT_MESSAGE, parseMindatId } from './mindat.ts';
import { shownFact } from './shown-facts.ts';
import { type CareNote, careNotes, type UltravioletLight, ultravioletLights } from './species.ts';
import {
  type FieldName,
  fieldNames,
  fieldsByKind,
  initialValues,
  type PublicFieldName,
  specimenFields,
} from './specimen-fields.ts';
import { parseSpecimenList } from './specimen-lists.ts';
import { specimenSorts } from './specimen-sorts.ts';
import { specimenStatuses } from './statuses.ts';

const specimenStatus = z.enum(specimenStatuses);
export const category = z.enum(categories);

export const MAX_TAGS = 50;

const NO_SPECIMEN_LIST = 'Numbers of specimens, with commas or dots between them';

/** `12,37,40`. */
export const specimenIds = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[1-9]\d{0,9}([.,][1-9]\d{0,9})*$/, NO_SPECIMEN_LIST)
    // A number larger than any id would be neither found nor counted as missing.
    .refine((list) => !parseSpecimenList(list, maxLength).hasNonsense, NO_SPECIMEN_LIST);

const coordinates = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
const disclosures = z.array(
  z.strictObject({ kind: z.enum(disclosureKinds), note: line(MAX_DISCLOSURE_NOTE).default('') }),
);
export const givenDisclosures = disclosures.check(({ value, issues }) => {
  const message = disclosureError(value);
  if (message) issues.push({ code: 'custom', message, input: value });
});
const ultraviolet = z.enum(Object.keys(ultravioletLights) as UltravioletLight[]);
const fluorescence = z.array(
  z.strictObject({ light: ultraviolet, colour: line(MAX_COLOUR).min(1) }),
);

const careWords = line(MAX_CARE_WORDS).default('');
const care = z.array(
  z.union([
    z.strictObject({
      note: z.enum(Object.keys(careNotes) as CareNote[]),
      of: line(specimenFields.species.max).min(1),
      words: careWords,
    }),
    z.strictObject({ note: z.null(), of: z.null(), words: careWords }),
  ]),
);

const eachField = (schemaOf: (name: FieldName) => z.ZodType) =>
  Object.fromEntries(fieldNames.map((name) => [name, schemaOf(name)]));

const givenFields = fieldsByKind({
  title: () => z.string(),
  category: () => category,
  line: () => z.string(),
  text: () => z.string(),
  dimensions: () => z.string(),
  species: () => z.array(z.string()),
  locality: () => z.array(z.string()),
  coordinates: () => coordinates.nullable(),
  mindat: () => z.int().nullable(),
  disclosures: () => disclosures,
  lines: () => z.array(z.string()),
  fluorescence: () => fluorescence,
  care: () => care,
  catalogueNumber: () => z.string().nullable(),
  amount: () => z.string().nullable(),
  date: () => z.string().nullable(),
  /** An amount with two decimals, words, or null: not for sale. */
  price: () => z.string().nullable(),
  shipping: () => z.string(),
  switch: () => z.boolean(),
  quantity: () => z.int(),
  status: () => specimenStatus,
  tags: () => z.array(z.string()),
});

type GivenFields = typeof givenFields;
type WithPrivate = {
  [Name in FieldName]: Name extends PublicFieldName
    ? GivenFields[Name]
    : z.ZodOptional<GivenFields[Name]>;
};
const responseFields = eachField((name) =>
  specimenFields[name].isPublic ? givenFields[name] : givenFields[name].optional(),
) as WithPrivate;

/** `visible` is always true in what a visitor gets. */
export const specimen = z.object({
  id,
  ...responseFields,
  imageUrl: z.string(),
  mediaType: z.enum(['image', 'video']),
  /** Pieces that can be ordered now; 0 when it cannot be bought for whatever reason. */
  available: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** Counts full edits, edits of pictures, and payments; sent back as `If-Match: "<version>"`. */
  version: z.int(),
  /** A bulk edit has deleted it: it is hidden, and goes for good then, unless undone or changed. */
  deleteAt: instant.optional(),
  main: medium,
});

export const suggestion = z.object({
  ...specimen.pick({ id: true, title: true, price: true, forSale: true, status: true }).shape,
  /** The main picture, or the video's poster. */
  picture,
});

export const specimenDetail = specimen.extend({
  additional: z.array(medium),
  /** Unknown facts are left out. */
  facts: z.array(shownFact),
  /**
   * `createdAt` in words, by the server: a browser's first word of a time zone takes a phone a
   * third of a second.
   */
  addedOn: z.string(),
  /** Puts `heldUntil` and `reservedUntil` into words. */
  pendingUntil: z.string().nullable(),
  /** Whether its actual size can be drawn. */
  isMeasured: z.boolean(),
  /** While pending, when the first hold ends; null: unknown. */
  heldUntil: instant.nullable(),
  /** While pending, until when it is reserved for the next in line. */
  reservedUntil: instant.nullable(),
  canWait: z.boolean(),
  /** 0: no waiting. */
  waitingHours: z.int(),
  /** The most alike first; left out of responses to changes. */
  related: z.array(suggestion).optional(),
});

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);

/** An unknown species, place, size or color finds nothing. */
const filters = {
  category: category.optional(),
  status: specimenStatus.optional(),
  species: slug.optional(),
  locality: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .optional(),
  size: slug.optional(),
  colour: slug.optional(),
  fluorescent: z.enum(['yes']).optional(),
  disclosure: z.enum(['disclosed', 'none']).optional(),
  days: z.enum(newWithinDays).optional(),
  sold: z.enum(['hide']).optional(),
  minPrice: amount.optional(),
  maxPrice: amount.optional(),
} satisfies Record<FilterName, z.ZodType>;

/** Unknown names are refused. */
export const specimenQuery = z.strictObject({
  search: text(10_000).optional(),
  ...filters,
  sort: z.enum(specimenSorts).optional(),
  /** Hides what visitors do not see from an admin too. */
  visible: z.literal('true').optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(200).optional(),
});

/** `values=all`: not only the most frequent. */
export const facetQuery = z.strictObject({
  search: text(10_000).optional(),
  ...filters,
  values: z.literal('all').optional(),
});

/** Counts specimens that fit all other filters too. */
const facetValue = z.object({
  value: z.string(),
  label: z.string(),
  count: z.int(),
  /** How far a place lies beneath its country. */
  depth: z.int().optional(),
  /** A color as `#rrggbb`. */
  swatch: z.string().optional(),
  /** The path of the chosen species' or place's page. */
  page: z.string().optional(),
});

/** `more`: how many values are left out. */
export const facet = z.object({ values: z.array(facetValue), more: z.int().optional() });

export const facetCounts = z.object({
  total: z.int(),
  facets: z.partialRecord(z.enum(facetNames), facet),
});

export const suggestionQuery = z.strictObject({ search: text(10_000) });

const entries = ({ max, most }: FieldOf<'species' | 'locality' | 'lines'>) =>
  z.array(line(max).min(1)).max(most);

function readMindat(text: string, ctx: z.RefinementCtx): number | null {
  if (text.trim() === '') return null;
  const number = parseMindatId(text);
  if (number === null) ctx.addIssue({ code: 'custom', message: MINDAT_MESSAGE });
  return number;
}

function readAmount(text: string, ctx: z.RefinementCtx): string | null {
  if (text === '') return null;
  const cents = parseAmount(text);
  if (cents === null) ctx.addIssue({ code: 'custom', message: noAmount(text) });
  return cents === null ? null : formatAmount(cents);
}

/** Words stay words; digits that are no amount are never saved as words. */
const amountOrWords = (max: number) =>
  trimmed(max).check(({ value, issues }) => {
    const message = shippingError(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  });

const checkedFields = fieldsByKind({
  title: (_, { max }) => trimmed(max),
  category: () => category,
  line: (_, { max }) => trimmed(max),
  text: (_, { max }) => text(max),
  dimensions: (_, { max }) => trimmed(max),
  species: (_, field) => entries(field),
  locality: (_, field) => entries(field),
  coordinates: () => coordinates.nullable(),
  mindat: () => z.union([id, z.string().max(300).transform(readMindat)]).nullable(),
  disclosures: () => givenDisclosures,
  lines: (_, field) => entries(field),
  fluorescence: () =>
    fluorescence.check(({ value, issues }) => {
      const message = fluorescenceError(value);
      if (message) issues.push({ code: 'custom', message, input: value });
    }),
  care: () =>
    care.max(MAX_CARE_CHANGES).check(({ value, issues }) => {
      const message = careError(value);
      if (message) issues.push({ code: 'custom', message, input: value });
    }),
  catalogueNumber: (_, { max }) =>
    line(max)
      .transform((number) => (number === '' ? null : number))
      .nullable(),
  amount: (_, { max }) => line(max).transform(readAmount).nullable(),
  date: (_, { max }) => trimmed(max).nullable(),
  price: (_, { max }) => amountOrWords(max).nullable(),
  shipping: (_, { max }) => amountOrWords(max).nullable(),
  switch: () => z.boolean(),
  quantity: (_, { max }) => z.int().min(1).max(max),
  status: () => specimenStatus,
  tags: (_, { max }) => z.array(trimmed(max).min(1)).max(MAX_TAGS),
});
type CheckedFields = typeof checkedFields;

/** Each form says in its own words that they are missing. */
const named = (form: 'upload' | 'edit') => {
  const { title, category } = specimenFields;
  return {
    title: trimmed(title.max, title.missing[form]).min(1, title.missing[form]),
    category: z.enum(categories, category.missing[form]),
  };
};

/** Its media come beside it. Only title and category are required. */
export const specimenInput = z.strictObject({
  ...(eachField((name) => (checkedFields[name] as z.ZodType).default(initialValues[name])) as {
    [Name in FieldName]: z.ZodDefault<CheckedFields[Name]>;
  }),
  ...named('upload'),
});

export const specimenForm = specimenInput.extend({
  lights: z.array(z.enum(lights).nullable()).max(100).default([]),
  /** The new specimen replaces it, and keeps these pictures, before those sent. */
  replaces: z
    .strictObject({
      id,
      /** What it was copied from; without it any is replaced. */
      version: z.int().min(1).max(2_147_483_647).optional(),
      /** Whether it was in the gallery then, which raises no version. */
      visible: z.boolean().optional(),
      remaining: z
        .array(
          z.strictObject({
            mediaId: z.string().max(64),
            alt: trimmed(500),
            light: z.enum(lights).nullable(),
          }),
        )
        .max(100),
    })
    .optional(),
});

/**
 * Fields left out stay. Send `visible`, `status` and `quantity` only where changed, since Manage
 * and orders change them too.
 */
export const specimenEdit = z.strictObject({
  ...(eachField((name) => checkedFields[name].optional()) as {
    [Name in FieldName]: z.ZodOptional<CheckedFields[Name]>;
  }),
  ...named('edit'),
  // The last piece may go.
  quantity: z.int().min(0).max(specimenFields.quantity.max).optional(),
});

/** The switch in Manage never conflicts with an edit. */
export const visibilityChange = z.strictObject({ visible: z.boolean() });

/** Without `pins` and `asTaken` the present ones stay. */
const described = {
  alt: trimmed(500),
  light: z.enum(lights).nullable(),
  pins: pins.optional(),
  asTaken: z.boolean().optional(),
};

/** Pictures left out are removed. `main` describes the main one, or picks a draft's. */
export const imagesEdit = z.strictObject({
  main: z.strictObject({ mediaId: z.string().max(64).optional(), ...described }).optional(),
  images: z.array(z.strictObject({ mediaId: z.string().max(64), ...described })).max(100),
});

/** Twelve a page, hidden ones too. */
export const manageQuery = z.strictObject({
  search: text(10_000).optional(),
  status: specimenStatus.optional(),
  visibility: z.enum(['visible', 'hidden']).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

/** `counts`: of all that match the search, whatever the filters. */
export const managePage = z.object({
  specimens: z.array(specimen),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
  counts: z.record(z.enum(['all', 'visible', 'hidden', ...specimenStatuses]), z.int()),
});

export type Specimen = z.infer<typeof specimen>;
export type SpecimenDetail = z.infer<typeof specimenDetail>;
export type FacetQuery = z.infer<typeof facetQuery>;
export type FacetValue = z.infer<typeof facetValue>;
export type Facet = z.infer<typeof facet>;
export type FacetCounts = z.infer<typeof facetCounts>;
export type SpecimenQuery = z.infer<typeof specimenQuery>;
export type SpecimenInput = z.infer<typeof specimenInput>;
export type SpecimenForm = z.infer<typeof specimenForm>;
export type SpecimenEdit = z.infer<typeof specimenEdit>;
export type ImagesEdit = z.infer<typeof imagesEdit>;
export type Suggestion = z.infer<typeof suggestion>;
export type ManageQuery = z.infer<typeof manageQuery>;
export type ManagePage = z.infer<typeof managePage>;
/** `total`: how many match. */
export type SpecimenPage = { specimens: Specimen[]; next: string | null; total: number };

/** The server cuts the description to a card's room. */
export type SpecimenCard = Pick<
  Specimen,
  | 'id'
  | 'title'
  | 'category'
  | 'description'
  | 'origin'
  | 'dimensions'
  | 'price'
  | 'forSale'
  | 'status'
  | 'main'
>;
/** The server sends no more than cards. */
export type InCards<List> = Omit<List, 'specimens'> & { specimens: SpecimenCard[] };
