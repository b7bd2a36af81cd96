import { z } from 'zod';
import { picture } from '#core/contract/media/media.ts';
import { id, line, text } from '#core/contract/text.ts';
import { collectionLimits as limits, NAMELESS_COLLECTION } from './collection-rules.ts';
import { specimen } from './specimens.ts';

const texts = {
  /** Part of the page's path, `/collection/{slug}`. */
  slug: z.string(),
  name: z.string(),
  subtitle: z.string(),
  description: z.string(),
};

export const collectionCard = z.object({
  ...texts,
  /** Its own picture, else its first piece's. */
  cover: picture,
  pieces: z.array(z.object({ ...specimen.pick({ id: true, title: true }).shape, picture })),
});

export const collection = z.object({
  ...texts,
  /** null: it has neither a picture nor a piece. */
  cover: picture.nullable(),
  specimens: z.array(specimen),
  /** null on the last page. */
  next: z.string().nullable(),
  /** How many pieces it has. */
  total: z.int(),
});

export const managedCollection = z.object({
  id,
  ...texts,
  cover: picture.nullable(),
  hidden: z.boolean(),
  /** null: filled by hand. */
  rule: z.string().nullable(),
  total: z.int(),
  /** Changes with its pieces too; an editor sends it back as `If-Match`. */
  version: z.string(),
});

export const managedCollections = z.array(managedCollection);

/** Fields left out are empty. */
export const collectionInput = z.strictObject({
  name: line(limits.name).min(1, NAMELESS_COLLECTION),
  subtitle: line(limits.subtitle).default(''),
  description: text(limits.description).default(''),
  /** Uploaded before, by `POST /api/media`; only id and alternative text count. */
  cover: picture.nullable().default(null),
  hidden: z.boolean().default(false),
  rule: text(limits.rule).nullable().default(null),
  /** Ignored: what was read can be sent back. */
  version: z.unknown().optional(),
});

export const collectionOrder = z.strictObject({ ids: z.array(id).max(limits.collections) });

/** Pieces left out are removed. */
export const collectionPieces = z.strictObject({ ids: z.array(id).max(limits.pieces) });

export const managedPieces = z.array(specimen);

export const specimenCollections = z.array(
  z.object({ id, name: z.string(), contains: z.boolean() }),
);

export type CollectionCard = z.infer<typeof collectionCard>;
export type Collection = z.infer<typeof collection>;
export type ManagedCollection = z.infer<typeof managedCollection>;
export type CollectionInput = Omit<z.infer<typeof collectionInput>, 'version'>;
export type SpecimenCollections = z.infer<typeof specimenCollections>;
