import { z } from 'zod';
import { picture } from '#contract/media/media.ts';
import { id, line, text } from '#contract/text.ts';
import { collectionLimits as limits, NAMELESS_COLLECTION } from './collection-rules.ts';
import { specimen } from './specimens.ts';

const texts = {
  /** The last part of its page's path, `/collection/{slug}`. */
  slug: z.string(),
  name: z.string(),
  subtitle: z.string(),
  description: z.string(),
};

/** A collection as the home page shows it. */
export const collectionCard = z.object({
  ...texts,
  /** Its own picture, else that of its first piece. */
  cover: picture,
  /** The first pieces, at least one. */
  pieces: z.array(z.object({ ...specimen.pick({ id: true, title: true }).shape, picture })),
});

/** One page of a collection. */
export const collection = z.object({
  ...texts,
  /** null: it has no picture of its own, and no piece. */
  cover: picture.nullable(),
  specimens: z.array(specimen),
  /** Where the next page begins; null on the last one. */
  next: z.string().nullable(),
  /** How many pieces it has. */
  total: z.int(),
});

/** A collection as the admin reads it. */
export const managedCollection = z.object({
  id,
  ...texts,
  /** Its own picture. */
  cover: picture.nullable(),
  hidden: z.boolean(),
  /** The gallery's query that fills it; null: it is filled by hand. */
  rule: z.string().nullable(),
  /** Visible pieces. */
  total: z.int(),
  /** Changes with its pieces too; sent back as `If-Match` by an editor that must not overwrite another's work. */
  version: z.string(),
});

/** Collections in the order in which they are shown. */
export const managedCollections = z.array(managedCollection);

/** A new collection, or the whole of one that is edited; what is left out is empty. */
export const collectionInput = z.strictObject({
  name: line(limits.name).min(1, NAMELESS_COLLECTION),
  subtitle: line(limits.subtitle).default(''),
  description: text(limits.description).default(''),
  /** Uploaded before, by `POST /api/media`; only its id and its alternative text count. */
  cover: picture.nullable().default(null),
  hidden: z.boolean().default(false),
  rule: text(limits.rule).nullable().default(null),
  /** Ignored: what was read can be sent back. */
  version: z.unknown().optional(),
});

/** All collections by their ids, in their new order. */
export const collectionOrder = z.strictObject({ ids: z.array(id).max(limits.collections) });

/** The pieces of a collection that is filled by hand, in their new order; those left out are removed from it. */
export const collectionPieces = z.strictObject({ ids: z.array(id).max(limits.pieces) });

/** The pieces of a collection as the admin reads them: hidden ones too, where it is filled by hand. */
export const managedPieces = z.array(specimen);

/** The collections that are filled by hand, and whether a specimen is in them. */
export const specimenCollections = z.array(z.object({ id, name: z.string(), contains: z.boolean() }));

export type CollectionCard = z.infer<typeof collectionCard>;
export type Collection = z.infer<typeof collection>;
export type ManagedCollection = z.infer<typeof managedCollection>;
export type CollectionInput = Omit<z.infer<typeof collectionInput>, 'version'>;
export type SpecimenCollections = z.infer<typeof specimenCollections>;
