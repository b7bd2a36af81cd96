import { NO_IMAGE } from '#core/contract/catalogue/specimen-fields.ts';
import type { SpecimenDetail, SpecimenInput } from '#core/contract/catalogue/specimens.ts';
import type { Light } from '#core/contract/media/media.ts';
import type { Pin } from '#core/contract/media/pins.ts';
import { invalidField } from '#core/contract/problems.ts';
import type { Act, Entry } from '#core/server/act.ts';
import {
  type IndexChange,
  indexSpecimens,
  searchTextOf,
} from '#core/server/catalogue/search/search-index.service.ts';
import { columnsOf } from '#core/server/catalogue/specimens/reading/specimen-columns.ts';
import {
  insertLinks,
  insertSpecimen,
  type SpecimenLink,
} from '#core/server/catalogue/specimens/reading/specimens.queries.ts';
import { getSpecimen } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { newPieces } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import { statusOf } from '#core/server/catalogue/specimens/stock/stock-moves.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { claimNumbers, openSpeller } from './facts.service.ts';
import { followMedia } from './media-followers.ts';

export type SpecimenMediumInput = {
  mediaId: string;
  alt: string;
  light: Light | null;
  pins?: Pin[];
  asTaken?: boolean;
};

/**
 * The first medium is the main one; all must be stored. @param options.createdAt ISO 8601 in UTC,
 * for imports; default now.
 */
export async function createSpecimen(
  ctx: Context,
  input: SpecimenInput,
  media: SpecimenMediumInput[],
  { createdAt, actor = 'owner' }: { createdAt?: string; actor?: 'owner' | 'system' } = {},
): Promise<SpecimenDetail> {
  const id = await perform(ctx, actor, (act) => addSpecimen(act, input, media, createdAt));
  return getSpecimen(ctx, id, { hidden: true });
}

/** The first medium is the main one. `createdAt`: ISO 8601 in UTC; default now. */
export type NewSpecimen = {
  input: SpecimenInput;
  media: SpecimenMediumInput[];
  createdAt?: string | undefined;
};

/** @param createdAt ISO 8601 in UTC; default now. @returns the id. */
export async function addSpecimen(
  act: Act,
  input: SpecimenInput,
  media: SpecimenMediumInput[],
  createdAt?: string,
): Promise<number> {
  const [id] = await addSpecimens(act, [{ input, media, createdAt }]);
  if (id === undefined) throw new Error('A specimen was added without an id');
  return id;
}

/** @returns the ids, in this order. */
export async function addSpecimens(act: Act, specimens: readonly NewSpecimen[]): Promise<number[]> {
  const { tx, now } = act;
  const spell = await openSpeller(tx);
  const links = new Map<number, SpecimenLink[]>();
  const numbers: { id: number; number: string | null }[] = [];
  const indexed: IndexChange[] = [];
  const created: Entry[] = [];
  for (const { input, media, createdAt = now } of specimens) {
    if (media.length === 0) throw invalidField('image', NO_IMAGE);
    const { values, columns: place } = await spell(input);
    const columns = columnsOf(values);
    const pieces = newPieces(input);
    const row = {
      ...columns,
      ...place,
      ...pieces,
      status: statusOf({ ...pieces, byHand: pieces.status_by_hand }),
      search_text: searchTextOf(values),
      created_at: createdAt,
      updated_at: createdAt,
    };
    const id = await insertSpecimen(tx, row);
    links.set(
      id,
      media.map(({ mediaId, alt, light, pins = [], asTaken = false }) => ({
        media_id: mediaId,
        alt,
        light,
        pins,
        as_taken: asTaken,
      })),
    );
    numbers.push({ id, number: values.catalogueNumber });
    indexed.push({ id, before: null, after: row });
    const data = { title: input.title, price: columns.price, quantity: input.quantity };
    created.push({ kind: 'specimen_created', specimenId: id, data });
  }
  if (links.size === 0) return [];
  await insertLinks(tx, links);
  for (const id of links.keys()) await followMedia(act, id);
  await claimNumbers(tx, numbers);
  await indexSpecimens(tx, indexed);
  await act.record(created);
  return [...links.keys()];
}
