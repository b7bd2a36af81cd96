import { z } from 'zod';
import { categories } from './categories.ts';
import { lights, medium, picture } from './media.ts';
import { specimenSorts } from './specimen-sorts.ts';
import { specimenStatuses } from './statuses.ts';
import { amount, id, instant, text, trimmed } from './text.ts';

export const specimenStatus = z.enum(specimenStatuses);
export const category = z.enum(categories);

/** A specimen as everybody may see it; `visible` is always true in what a visitor gets. */
export const specimen = z.object({
  id,
  title: z.string(),
  description: z.string(),
  category,
  origin: z.string(),
  dimensions: z.string(),
  weight: z.string(),
  acquisitionDate: z.string().nullable(),
  /** The full-size picture, or the video. */
  imageUrl: z.string(),
  mediaType: z.enum(['image', 'video']),
  tags: z.array(z.string()),
  /** An amount with two decimals, the owner's words, or null: not for sale. */
  price: z.string().nullable(),
  shippingPrice: z.string(),
  forSale: z.boolean(),
  visible: z.boolean(),
  status: specimenStatus,
  /** Pieces not yet paid for. */
  quantity: z.int(),
  /** Pieces that can be ordered now; 0 when it cannot be bought for whatever reason. */
  available: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** Counts full edits, edits of pictures, and payments; sent back as `If-Match: "<version>"` by an editor that must not overwrite another's work. */
  version: z.int(),
  main: medium,
});

/** One specimen with its additional pictures. */
export const specimenDetail = specimen.extend({ additional: z.array(medium) });

/** What the list call takes. All optional; unknown names are refused. */
export const specimenQuery = z.strictObject({
  search: text(10_000).optional(),
  category: category.optional(),
  status: specimenStatus.optional(),
  minPrice: amount.optional(),
  maxPrice: amount.optional(),
  sort: z.enum(specimenSorts).optional(),
  /** Only what visitors see, for an admin too: the gallery asks for that. */
  visible: z.literal('true').optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(200).optional(),
});

/** What is suggested while somebody types. */
export const suggestionQuery = z.strictObject({ search: text(10_000) });
export const suggestion = z.object({
  ...specimen.pick({ id: true, title: true, price: true, forSale: true, status: true }).shape,
  /** The main picture, or the video's poster. */
  picture,
});

/** What the owner gives for a new specimen; its media come beside it. */
export const specimenInput = z.strictObject({
  title: trimmed(200, 'Please provide a title for the specimen').min(1, 'Please provide a title for the specimen'),
  category: z.enum(categories, 'Please select a category').default('Minerals'),
  description: text(10_000).default(''),
  origin: trimmed(500).default(''),
  dimensions: trimmed(200).default(''),
  weight: trimmed(200).default(''),
  acquisitionDate: trimmed(40).nullable().default(null),
  price: trimmed(100).nullable().default(null),
  shippingPrice: trimmed(100).nullable().default(null),
  forSale: z.boolean().default(false),
  visible: z.boolean().default(true),
  status: specimenStatus.default('available'),
  quantity: z.int().min(1).max(9999).default(1),
  tags: z.array(trimmed(60).min(1)).max(50).default([]),
});

/** The same with what is said of the files that come beside it: the light of the additional pictures, in their order. */
export const specimenForm = specimenInput.extend({ lights: z.array(z.enum(lights).nullable()).max(100).default([]) });

/**
 * A full edit; the main picture is fixed. What is left out stays as it is: send `visible`, `status` and `quantity` only where the owner
 * changed them, since Manage and orders change them too.
 */
export const specimenEdit = z.strictObject({
  title: trimmed(200, 'Title is required').min(1, 'Title is required'),
  category: z.enum(categories, 'Category is required'),
  description: text(10_000).optional(),
  origin: trimmed(500).optional(),
  dimensions: trimmed(200).optional(),
  weight: trimmed(200).optional(),
  acquisitionDate: trimmed(40).nullable().optional(),
  price: trimmed(100).nullable().optional(),
  shippingPrice: trimmed(100).nullable().optional(),
  forSale: z.boolean().optional(),
  visible: z.boolean().optional(),
  status: specimenStatus.optional(),
  quantity: z.int().min(0).max(9999).optional(),
  tags: specimenInput.shape.tags.unwrap().optional(),
});

/** The switch in Manage: never conflicts with an edit. */
export const visibilityChange = z.strictObject({ visible: z.boolean() });

/** The additional pictures in their new order; those left out are removed. `main` describes the main one, which stays. */
export const imagesEdit = z.strictObject({
  main: z.strictObject({ alt: trimmed(500), light: z.enum(lights).nullable() }).optional(),
  images: z.array(z.strictObject({ mediaId: z.string().max(64), alt: trimmed(500), light: z.enum(lights).nullable() })).max(100),
});

/** What Manage asks for: twelve a page, hidden ones too. */
export const manageQuery = z.strictObject({
  search: text(10_000).optional(),
  status: specimenStatus.optional(),
  visibility: z.enum(['visible', 'hidden']).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

/** A page of Manage. `counts` are those of the whole collection that matches the search, whatever the filters. */
export const managePage = z.object({
  specimens: z.array(specimen),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
  counts: z.record(z.enum(['all', 'visible', 'hidden', ...specimenStatuses]), z.int()),
});

export type Specimen = z.infer<typeof specimen>;
export type SpecimenDetail = z.infer<typeof specimenDetail>;
export type SpecimenQuery = z.infer<typeof specimenQuery>;
export type SpecimenInput = z.infer<typeof specimenInput>;
export type SpecimenForm = z.infer<typeof specimenForm>;
export type SpecimenEdit = z.infer<typeof specimenEdit>;
export type ImagesEdit = z.infer<typeof imagesEdit>;
export type Suggestion = z.infer<typeof suggestion>;
export type ManageQuery = z.infer<typeof manageQuery>;
export type ManagePage = z.infer<typeof managePage>;
/** A page of the list: the rows, the cursor of the next page if there is one, and how many match in all. */
export type SpecimenPage = { specimens: Specimen[]; next: string | null; total: number };
