/** Imports the specimens of a sheet, one at a time, each whole or not at all. */

import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SpecimenInput } from '#contract/catalogue/specimens.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { type Membership, planMembership, setMembership } from '#server/features/catalogue/collections/by-name.service.ts';
import { COLLECTIONS } from '#server/features/catalogue/collections/cache-tags.ts';
import { addedHidden, changedSpecimens } from '#server/features/catalogue/specimens/cache-tags.ts';
import { addSpecimens, type NewSpecimen } from '#server/features/catalogue/specimens/editing/adding.service.ts';
import { changeImported, checkPrice, type MediumLink } from '#server/features/catalogue/specimens/editing/specimen-import.service.ts';
import { MAX_IMAGES, TOO_MANY_IMAGES } from '#server/features/catalogue/specimens/editing/specimen-pictures.service.ts';
import { type CataloguedSpecimen, findSpecimen } from '#server/features/catalogue/specimens/reading/catalogue.service.ts';
import { newPieces, type Pieces } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { checkUploads, ingestUploads } from '#server/features/media/files/ingest/ingest.service.ts';
import { MEDIA_LOCK } from '#server/features/media/files/media.service.ts';
import { findNoPhoto, makeNoPhoto } from '#server/features/media/files/no-photo.service.ts';
import { noteAddresses } from '#server/features/transfer/photo-addresses/photo-addresses.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { CellFault, CellFaults } from './cells.ts';
import type { ImportOptions } from './import-options.ts';
import type { Outcome } from './import-report.ts';
import type { ImportSource } from './import-source.ts';
import { insertAwaited, insertPieces, lockImport, selectHolders } from './imports.queries.ts';
import { type FoundPictures, findPictures, mediumIdsOf } from './picture-finder.ts';
import type { References } from './references.service.ts';
import { changesOf, hasOtherStock, newSpecimen, type SpecimenRow } from './specimen-sheet.ts';
import { checkTurns, importTurns } from './turn-importer.ts';

type NewLink = Omit<MediumLink, 'media_id'> & { media_id: string | null };

/** What became of a row. `notes` are messages for the admin. */
export type RowResult = { outcome: Outcome; notes: string[] };
/** `shown`: how the specimen is afterwards. */
type SpecimenResult = RowResult & { shown: { visible: boolean; forSale: boolean } };

type ImporterParts = {
  ctx: Context;
  source: ImportSource;
  references: References;
  options: ImportOptions;
  /** Under which everything that is written can be undone; null in a dry run. */
  importId: number | null;
};

/** A new specimen with its pictures, the main one first. */
type Added = { row: SpecimenRow; input: SpecimenInput; pictures: FoundPictures['pictures'] };

/** The stock of a specimen that is in the shop, or that a dry run would add. */
export type SpecimenStock = Pieces & { title: string; for_sale: boolean };

export class SpecimenImporter {
  readonly #ctx: Context;
  readonly #source: ImportSource;
  readonly #references: References;
  readonly #options: ImportOptions;
  readonly #importId: number | null;
  /** The picture of specimens that have none, once it is known. */
  #noPhoto: string | null | undefined;
  /** The references of the rows so far. */
  readonly #seen = new Set<string>();
  /** The new collections that have been told of. */
  readonly #toldCollections = new Set<string>();
  readonly #wouldAdd = new Map<string, SpecimenStock>();

  constructor({ ctx, source, references, options, importId }: ImporterParts) {
    this.#ctx = ctx;
    this.#source = source;
    this.#references = references;
    this.#options = options;
    this.#importId = importId;
  }

  /** The stock of a specimen that the dry run would add. */
  wouldAdd = (reference: string): SpecimenStock | undefined => this.#wouldAdd.get(reference);

  /** Adds or changes the row's specimen. @throws CellFault, Problem where the row is refused; then nothing was written. */
  async importRow(row: SpecimenRow): Promise<SpecimenResult> {
    if (this.#seen.has(row.reference)) throw new CellFault('reference', 'An earlier row has the same one');
    this.#seen.add(row.reference);
    checkPrice(row.given.price ?? null);
    const [id] = (await this.#idsOf([row])).values();
    const current = id === undefined ? null : await findSpecimen(this.#ctx, id);
    const ownFolder = row.pictures.length > 0 ? await mkdtemp(path.join(this.#options.folder, 'row-')) : null;
    const folder = ownFolder ?? this.#options.folder;
    try {
      const found = await findPictures(this.#ctx, this.#source, row.pictures, folder);
      if (found.pictures.length > MAX_IMAGES + 1) throw new CellFault(null, TOO_MANY_IMAGES);
      checkTurns(this.#source, found.pictures);
      const result = await (current ? this.#change(row, current, found, folder) : this.#add(row, found, folder));
      if (this.#options.isDryRun) return result;
      const turns = await importTurns(this.#ctx, this.#source, found.pictures, { folder, signal: this.#options.signal });
      const outcome = result.outcome === 'unchanged' && turns.added > 0 ? 'changed' : result.outcome;
      return { ...result, outcome, notes: [...result.notes, ...turns.notes] };
    } finally {
      if (ownFolder !== null) await rm(ownFolder, { recursive: true, force: true });
    }
  }

  /**
   * Adds the specimens of rows in one transaction, if all are new and bring no files.
   * @returns null where one is otherwise, or refused: nothing was written then, and they are to be imported one at a time.
   */
  async importTogether<Row>(unread: readonly Row[], read: (row: Row) => SpecimenRow): Promise<SpecimenResult[] | null> {
    try {
      return await this.#addTogether(unread.map(read));
    } catch (error) {
      if (error instanceof Problem || error instanceof CellFault || error instanceof CellFaults) return null;
      throw error;
    }
  }

  async #addTogether(rows: readonly SpecimenRow[]): Promise<SpecimenResult[] | null> {
    const references = rows.map(({ reference }) => reference);
    const isPlain = rows.every(({ pictures, collections, awaited }) => awaited && pictures.length === 0 && !collections);
    if (!isPlain || new Set(references).size < rows.length || references.some((reference) => this.#seen.has(reference))) return null;
    const added: Added[] = [];
    const photo = withoutPhoto(await this.#makeNoPhoto());
    if ((await this.#idsOf(rows)).size > 0) return null;
    for (const row of rows) added.push({ row, input: { ...newSpecimen(row), visible: false }, pictures: photo.pictures });
    for (const { given } of rows) checkPrice(given.price ?? null);
    const ids = await this.#write(photo, this.#options.folder, (tx, mediumIds) =>
      this.#insert(
        tx,
        added,
        rows.map(() => mediumIds),
      ),
    );
    this.#ctx.invalidateCache(addedHidden(ids ?? []));
    for (const reference of references) this.#seen.add(reference);
    return added.map(({ input }) => ({ outcome: 'added', notes: [], shown: input }));
  }

  /** The ids of rows that the shop knows, some of specimens that were deleted: by the reference; in a sheet that others wrote also by the catalogue number. */
  async #idsOf(rows: readonly SpecimenRow[]): Promise<Map<SpecimenRow, number>> {
    const references = rows.map(({ reference }) => reference);
    const targets = await this.#references.targets(this.#ctx.db, 'specimen', references);
    const keys = new Map(
      rows.flatMap((row) => (row.awaited && row.given.catalogueNumber ? [[row, foldLine(row.given.catalogueNumber)]] : [])),
    );
    const holders = await selectHolders(this.#ctx.db, [...keys.values()]);
    return new Map(
      rows.flatMap((row) => {
        const id = targets.get(row.reference) ?? holders.get(keys.get(row) ?? '');
        return id === undefined ? [] : [[row, id]];
      }),
    );
  }

  /** The picture of specimens that have none, if the shop has it: looked for once. */
  async #findNoPhoto(): Promise<string | null> {
    if (this.#noPhoto === undefined) this.#noPhoto = await findNoPhoto(this.#ctx);
    return this.#noPhoto;
  }

  /** The same, made if need be; null in a dry run, which makes nothing. */
  async #makeNoPhoto(): Promise<string | null> {
    const { folder, signal, isDryRun } = this.#options;
    if (!isDryRun) this.#noPhoto ??= await makeNoPhoto(this.#ctx, { folder, signal });
    return this.#noPhoto ?? null;
  }

  async #add(row: SpecimenRow, named: FoundPictures, folder: string): Promise<SpecimenResult> {
    const read = newSpecimen(row);
    const isWithout = named.pictures.length === 0;
    if (isWithout && !row.awaited) throw new CellFault('picture 1', 'Please name a file. A new specimen needs a photo');
    const input = isWithout ? { ...read, visible: false } : read;
    const found = isWithout ? withoutPhoto(await this.#makeNoPhoto()) : named;
    const { collections } = row;
    const membership = await this.#membership(null, collections);
    const added = { row, input, pictures: found.pictures };
    const ids = await this.#write(found, folder, (tx, mediumIds) => this.#insert(tx, [added], [mediumIds]));
    if (ids !== null) this.#invalidate(ids, !membership.isSame);
    else this.#wouldAdd.set(row.reference, { title: input.title, for_sale: input.forSale, ...newPieces(input) });
    return { outcome: 'added', notes: this.#notesOn(membership), shown: input };
  }

  /** Writes new specimens and what belongs to them. @param mediumIds of the pictures of each. @returns their ids. */
  async #insert(tx: Tx, added: readonly Added[], mediumIds: readonly string[][]): Promise<number[]> {
    const specimens = added.map(({ row, input, pictures }, at): NewSpecimen => {
      const media = pictures.map(({ alt, light, pins = [], asTaken = false }, index) => ({
        mediaId: mediumIds[at]?.[index] ?? '',
        alt: alt || input.title,
        light: light ?? null,
        pins,
        asTaken,
      }));
      return { input, media, createdAt: row.createdAt };
    });
    const ids = await addSpecimens(tx, specimens, { now: instantOf(this.#ctx.clock) });
    await this.#bind(tx, new Map(added.map(({ row }, index) => [row.reference, ids[index] ?? 0])));
    for (const [index, { row }] of added.entries()) {
      const { collections, awaited, addresses } = row;
      const id = ids[index] ?? 0;
      if (collections) await setMembership(this.#ctx, tx, id, collections);
      await insertAwaited(tx, id, (awaited ?? []).map(foldLine));
      await noteAddresses(tx, id, addresses.row, addresses.found);
    }
    await this.#note(tx, new Map(ids.map((id) => [id, null])));
    return ids;
  }

  async #change(row: SpecimenRow, current: CataloguedSpecimen, found: FoundPictures, folder: string): Promise<SpecimenResult> {
    const isWithout = current.main.id === (await this.#findNoPhoto());
    const links = linksOf(found, current, isWithout);
    const changes = changesOf(row, current);
    const { visible = current.visible, ...others } = changes;
    const edit = isWithout && links === null ? others : changes;
    const { collections } = row;
    const membership = await this.#membership(current.id, collections);
    const notes = hasOtherStock(row, current)
      ? [`“${current.title}” is already here. Its quantity and status stay, since they depend on orders and on you.`]
      : [];
    const isEdited = links !== null || Object.keys(edit).length > 0;
    const shown = { visible: 'visible' in edit ? visible : current.visible, forSale: edit.forSale ?? current.forSale };
    // A sheet that was imported before may say now where the photos are.
    if (isWithout && row.addresses.found.length > 0 && !this.#options.isDryRun) {
      await inTransaction(this.#ctx.db, (tx) => noteAddresses(tx, current.id, row.addresses.row, row.addresses.found));
    }
    if (!isEdited && membership.isSame) return { outcome: 'unchanged', notes, shown };
    const changed = await this.#write(found, folder, async (tx, ids) => {
      const named = links?.map((link, index) => ({ ...link, media_id: ids[index] ?? '' })) ?? null;
      // Before the specimen's row is locked: the admin's work on collections locks in this order too.
      if (collections && !membership.isSame) await setMembership(this.#ctx, tx, current.id, collections);
      if (isEdited) await changeImported(this.#ctx, tx, current.id, edit, named);
      const values = Object.keys(edit).map((name) => [name, current[name as keyof typeof edit]]);
      const { version, updatedAt } = current;
      await this.#note(tx, new Map([[current.id, { ...Object.fromEntries(values), version, updatedAt }]]));
      return [current.id];
    });
    if (changed !== null) this.#invalidate(changed, !membership.isSame);
    return { outcome: 'changed', notes: [...notes, ...this.#notesOn(membership)], shown };
  }

  /** Notes what was written, so that it can be undone. */
  async #note(tx: Tx, before: ReadonlyMap<number, Record<string, unknown> | null>): Promise<void> {
    if (this.#importId !== null) await insertPieces(tx, this.#importId, before);
  }

  async #membership(id: number | null, collections: string[] | undefined): Promise<Membership> {
    return collections ? planMembership(this.#ctx.db, id, collections) : { isSame: true, makes: [] };
  }

  /** Each new collection is told of once, in a dry run too. */
  #notesOn({ makes }: Membership): string[] {
    const untold = makes.filter((name) => !this.#toldCollections.has(foldLine(name)));
    for (const name of untold) this.#toldCollections.add(foldLine(name));
    return untold.map((name) => `We added the collection “${name}”, hidden. To show it, go to Manage, Collections.`);
  }

  #invalidate(ids: number[], areCollections: boolean): void {
    this.#ctx.invalidateCache([...changedSpecimens(ids), ...(areCollections ? [COLLECTIONS] : [])]);
  }

  /**
   * Runs the work in the transaction that adds the pictures, with the ids of all of them.
   * @returns its result; null in a dry run, which only checks the pictures.
   * @throws Problem state_conflict where the import was undone meanwhile: what came after would be left behind.
   */
  async #write(found: FoundPictures, folder: string, write: (tx: Tx, mediumIds: string[]) => Promise<number[]>): Promise<number[] | null> {
    const work = async (tx: Tx, mediumIds: string[]) => {
      // Before the specimen's row, as undoing locks them too.
      if (this.#importId !== null && (await lockImport(tx, this.#importId)) === null)
        throw new Problem('state_conflict', 'This import was undone while it ran. Import the file again to add the rest.');
      return write(tx, mediumIds);
    };
    const uploads = { files: found.uploads, posters: found.posters };
    const workDir = { folder, signal: this.#options.signal };
    if (this.#options.isDryRun) {
      await checkUploads(this.#ctx, uploads, workDir);
      return null;
    }
    if (found.uploads.length > 0)
      return ingestUploads(this.#ctx, uploads, workDir, (tx, uploaded) => work(tx, mediumIdsOf(found, uploaded)));
    return inTransaction(this.#ctx.db, async (tx) => {
      // Media cleanup may be about to remove a picture that nothing shows.
      await lockNames(tx, this.#ctx.dialect, [MEDIA_LOCK]);
      return work(tx, mediumIdsOf(found, []));
    });
  }

  async #bind(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
    const reference = await this.#references.bind(tx, 'specimen', ids);
    if (reference === undefined) return;
    throw new Problem('state_conflict', `“${reference}” has just been imported by someone else.`);
  }
}

/** In place of the pictures of a specimen that has none. */
const withoutPhoto = (id: string | null): FoundPictures => ({
  pictures: [{ ...NO_PICTURE, mediumId: id }],
  uploads: [],
  posters: [],
});

const NO_PICTURE = {
  column: 'picture 1',
  file: '',
  alt: undefined,
  light: null,
  poster: { column: '', file: '' },
  turn: null,
  pins: undefined,
  asTaken: undefined,
  contentHash: '',
  isUpload: false,
} as const;

/**
 * What the specimen shows after the row, with null for a new medium; null where nothing changes.
 * @param isWithout whether it has no photo yet.
 * @throws CellFault for another main picture.
 */
function linksOf({ pictures }: FoundPictures, { title, main, additional }: CataloguedSpecimen, isWithout: boolean): NewLink[] | null {
  const [first] = pictures;
  if (!first) return null;
  if (first.mediumId !== main.id && !isWithout) {
    throw new CellFault(first.column, 'A specimen’s main photo can’t change. To change it, import the specimen under a new reference.');
  }
  const now = [main, ...additional].map((medium) => ({
    media_id: medium.id,
    alt: medium.alt,
    ...(medium.kind === 'picture'
      ? { light: medium.light, pins: medium.pins ?? [], as_taken: medium.asTaken ?? false }
      : { light: null, pins: [], as_taken: false }),
  }));
  const links = pictures.map(({ mediumId, alt, light, pins, asTaken }) => {
    const known = now.find(({ media_id }) => media_id === mediumId);
    const stays = { alt: alt ?? known?.alt ?? (isWithout ? title : ''), light: light === undefined ? (known?.light ?? null) : light };
    return { media_id: mediumId, ...stays, pins: pins ?? known?.pins ?? [], as_taken: asTaken ?? known?.as_taken ?? false };
  });
  return isDeepStrictEqual(links, now) ? null : links;
}
