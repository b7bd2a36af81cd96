import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { categoryOf } from '#core/contract/catalogue/categories.ts';
import type { SpecimenInput } from '#core/contract/catalogue/specimens.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import {
  addSpecimens,
  type NewSpecimen,
} from '#core/server/catalogue/specimens/editing/adding.service.ts';
import {
  applyEdit,
  changeWithin,
} from '#core/server/catalogue/specimens/editing/editing.service.ts';
import {
  changeImported,
  checkPrice,
  type MediumLink,
} from '#core/server/catalogue/specimens/editing/specimen-import.service.ts';
import {
  MAX_IMAGES,
  TOO_MANY_IMAGES,
} from '#core/server/catalogue/specimens/editing/specimen-pictures.service.ts';
import type { CataloguedSpecimen } from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import type { Pieces } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import { newPieces } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { checkUploads, ingestUploads } from '#core/server/media/files/ingest/ingest.service.ts';
import { MEDIA_LOCK } from '#core/server/media/files/media.service.ts';
import { findNoPhoto, makeNoPhoto } from '#core/server/media/files/no-photo.service.ts';
import { perform } from '#core/server/perform.ts';
import {
  keepUndoable,
  noteAddresses,
} from '#features/sheets/server/photo-addresses/photo-addresses.service.ts';
import type { Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { foldLine } from '#platform/text-search.ts';
import { CellFault, CellFaults } from './cells.ts';
import { type Membership, planMembership, setMembership } from './collections-by-name.ts';
import type { ImportOptions } from './import-options.ts';
import type { Outcome } from './import-report.ts';
import type { ImportSource } from './import-source.ts';
import { insertAwaited, insertPieces, lockImport } from './imports.queries.ts';
import { type FoundPictures, findPictures, mediumIdsOf } from './picture-finder.ts';
import type { References } from './references.service.ts';
import { RowClaims } from './row-claims.ts';
import { changesOf, hasOtherStock, newSpecimen, type SpecimenRow } from './specimen-sheet.ts';
import { checkTurns, importTurns } from './turn-importer.ts';

type NewLink = Omit<MediumLink, 'media_id'> & { media_id: string | null };

export type RowResult = { outcome: Outcome; notes: string[] };
/** `current`: the piece that it is; null for a new one. */
type SpecimenResult = RowResult & {
  shown: { visible: boolean; forSale: boolean };
  isSoldHere: boolean;
  current: { id: number; title: string } | null;
};
const ADDED = { outcome: 'added', isSoldHere: false, current: null } as const;
const numberOf = ({ given, reference }: SpecimenRow): string =>
  foldLine(given.catalogueNumber ?? `reference ${reference}`);

type ImporterParts = {
  ctx: Context;
  source: ImportSource;
  references: References;
  options: ImportOptions;
  /** What is written can be undone under this id; null in a dry run. */
  importId: number | null;
};

type Added = { row: SpecimenRow; input: SpecimenInput; pictures: FoundPictures['pictures'] };

export type SpecimenStock = Pieces & { title: string; for_sale: boolean };

export class SpecimenImporter {
  readonly #ctx: Context;
  readonly #source: ImportSource;
  readonly #references: References;
  readonly #options: ImportOptions;
  readonly #importId: number | null;
  /** Undefined until looked for; null: the shop lacks it. */
  #noPhoto: string | null | undefined;
  readonly #claims: RowClaims;
  readonly #toldCollections = new Set<string>();
  readonly #wouldAdd = new Map<string, SpecimenStock>();

  constructor({ ctx, source, references, options, importId }: ImporterParts) {
    this.#ctx = ctx;
    this.#source = source;
    this.#references = references;
    this.#claims = new RowClaims(ctx, references);
    this.#options = options;
    this.#importId = importId;
  }

  wouldAdd = (reference: string): SpecimenStock | undefined => this.#wouldAdd.get(reference);

  /** @throws CellFault, Problem where the row is refused; then nothing was written. */
  async importRow(said: SpecimenRow): Promise<SpecimenResult> {
    checkPrice(said.given.price ?? null);
    const { row, current } = await this.#claims.claim(said);
    const ownFolder =
      row.pictures.length > 0 ? await mkdtemp(path.join(this.#options.folder, 'row-')) : null;
    const folder = ownFolder ?? this.#options.folder;
    try {
      const found = await findPictures(this.#ctx, this.#source, row.pictures, folder);
      if (found.pictures.length > MAX_IMAGES + 1) throw new CellFault(null, TOO_MANY_IMAGES);
      checkTurns(this.#source, found.pictures);
      const result = await (current
        ? this.#change(row, current, found, folder)
        : this.#add(row, found, folder));
      const sold = current && row.foreign ? await this.#sold(row, current) : null;
      if (sold) {
        result.notes.push(sold.note);
        result.isSoldHere = sold.isSoldHere;
        if (sold.isMarked && result.outcome === 'unchanged') result.outcome = 'changed';
      }
      if (this.#options.isDryRun) return result;
      const turns = await importTurns(this.#ctx, this.#source, found.pictures, {
        folder,
        signal: this.#options.signal,
      });
      const outcome =
        result.outcome === 'unchanged' && turns.added > 0 ? 'changed' : result.outcome;
      return { ...result, outcome, notes: [...result.notes, ...turns.notes] };
    } finally {
      if (ownFolder !== null) await rm(ownFolder, { recursive: true, force: true });
    }
  }

  /**
   * Adds rows in one transaction if all are new and bring no files.
   * @returns null where one is otherwise, or refused: nothing was written, and the rows are to be
   * imported one at a time.
   */
  async importTogether<Row>(
    unread: readonly Row[],
    read: (row: Row) => SpecimenRow,
  ): Promise<SpecimenResult[] | null> {
    try {
      return await this.#addTogether(unread.map(read));
    } catch (error) {
      if (error instanceof Problem || error instanceof CellFault || error instanceof CellFaults)
        return null;
      throw error;
    }
  }

  async #addTogether(rows: readonly SpecimenRow[]): Promise<SpecimenResult[] | null> {
    const references = rows.map(({ reference }) => reference);
    const isPlain = rows.every(
      ({ pictures, collections, awaited }) => awaited && pictures.length === 0 && !collections,
    );
    if (
      !isPlain ||
      new Set(references.map(foldLine)).size < rows.length ||
      new Set(rows.map(numberOf)).size < rows.length ||
      rows.some((row) => this.#claims.isSeen(row))
    )
      return null;
    const added: Added[] = [];
    const photo = withoutPhoto(await this.#makeNoPhoto());
    if (!(await this.#claims.areNew(rows))) return null;
    for (const row of rows)
      added.push({ row, input: { ...newSpecimen(row), visible: false }, pictures: photo.pictures });
    for (const { given } of rows) checkPrice(given.price ?? null);
    await this.#write(photo, this.#options.folder, (act, mediumIds) =>
      this.#insert(
        act,
        added,
        rows.map(() => mediumIds),
      ),
    );
    for (const row of rows) this.#claims.see(row);
    return added.map(({ input }) => ({ ...ADDED, notes: [], shown: input }));
  }

  /** Where a list says sold what is for sale here. Null: it does not, or it is no news. */
  async #sold(
    { given, foreign }: SpecimenRow,
    { id, title, handStatus }: CataloguedSpecimen,
  ): Promise<{ note: string; isSoldHere: boolean; isMarked: boolean } | null> {
    const isSoldThere = given.status === 'sold' || given.quantity === 0;
    if (!isSoldThere || handStatus === 'sold') return null;
    if (!foreign?.marksSold)
      return {
        note: `“${title}” is sold in your list and for sale here. It stays for sale until you mark it as sold.`,
        isSoldHere: true,
        isMarked: false,
      };
    if (!this.#options.isDryRun)
      await perform(this.#ctx, 'owner', async (act) => {
        await changeWithin(act, id, null, (_, row) =>
          applyEdit(act, row, {
            title: row.title,
            category: categoryOf(row.category_id),
            forSale: row.for_sale,
            status: 'sold',
          }),
        );
      });
    return { note: `“${title}” is marked as sold.`, isSoldHere: false, isMarked: true };
  }

  async #findNoPhoto(): Promise<string | null> {
    if (this.#noPhoto === undefined) this.#noPhoto = await findNoPhoto(this.#ctx);
    return this.#noPhoto;
  }

  /** Null in a dry run, which makes nothing. */
  async #makeNoPhoto(): Promise<string | null> {
    const { folder, signal, isDryRun } = this.#options;
    if (!isDryRun) this.#noPhoto ??= await makeNoPhoto(this.#ctx, { folder, signal });
    return this.#noPhoto ?? null;
  }

  async #add(row: SpecimenRow, named: FoundPictures, folder: string): Promise<SpecimenResult> {
    const read = newSpecimen(row);
    const isWithout = named.pictures.length === 0;
    if (isWithout && !row.awaited)
      throw new CellFault('picture 1', 'Please name a file. A new specimen needs a photo');
    const input = isWithout ? { ...read, visible: false } : read;
    const found = isWithout ? withoutPhoto(await this.#makeNoPhoto()) : named;
    const { collections } = row;
    const membership = await this.#membership(null, collections);
    const added = { row, input, pictures: found.pictures };
    const ids = await this.#write(found, folder, (act, mediumIds) =>
      this.#insert(act, [added], [mediumIds]),
    );
    if (ids === null)
      this.#wouldAdd.set(row.reference, {
        title: input.title,
        for_sale: input.forSale,
        ...newPieces(input),
      });
    return { ...ADDED, notes: this.#notesOn(membership), shown: input };
  }

  /** @param mediumIds of the pictures of each. @returns the new ids. */
  async #insert(
    act: Act,
    added: readonly Added[],
    mediumIds: readonly string[][],
  ): Promise<number[]> {
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
    const { tx } = act;
    const ids = await addSpecimens(act, specimens);
    await this.#bind(tx, new Map(added.map(({ row }, index) => [row.reference, ids[index] ?? 0])));
    for (const [index, { row }] of added.entries()) {
      const { collections, awaited, addresses } = row;
      const id = ids[index] ?? 0;
      if (collections) await setMembership(act, id, collections);
      await insertAwaited(tx, id, (awaited ?? []).map(foldLine));
      await noteAddresses(tx, id, addresses.row, addresses.found);
    }
    await this.#note(tx, new Map(ids.map((id) => [id, null])));
    return ids;
  }

  async #change(
    row: SpecimenRow,
    current: CataloguedSpecimen,
    found: FoundPictures,
    folder: string,
  ): Promise<SpecimenResult> {
    const isWithout = current.main.id === (await this.#findNoPhoto());
    const links = linksOf(found, current, isWithout);
    const changes = changesOf(row, current);
    const { visible = current.visible, ...others } = changes;
    const edit = isWithout && links === null ? others : changes;
    const { collections } = row;
    const membership = await this.#membership(current.id, collections);
    const isSoldThere = row.foreign && (row.given.status === 'sold' || row.given.quantity === 0);
    const notes =
      hasOtherStock(row, current) && !isSoldThere
        ? [
            `“${current.title}” is already here. Its quantity and status stay, since they depend on orders and on you.`,
          ]
        : [];
    const isEdited = links !== null || Object.keys(edit).length > 0;
    const shown = {
      visible: 'visible' in edit ? visible : current.visible,
      forSale: edit.forSale ?? current.forSale,
    };
    // A sheet that was imported before may say now where the photos are.
    if (isWithout && row.addresses.found.length > 0 && !this.#options.isDryRun) {
      await perform(this.#ctx, 'owner', ({ tx }) =>
        noteAddresses(tx, current.id, row.addresses.row, row.addresses.found),
      );
    }
    if (!isEdited && membership.isSame)
      return { ...this.#about(current), outcome: 'unchanged', notes, shown };
    await this.#write(found, folder, async (act, ids) => {
      const named = links?.map((link, index) => ({ ...link, media_id: ids[index] ?? '' })) ?? null;
      // Before the specimen's row is locked, as the admin's work on collections locks in this order
      // too.
      if (collections && !membership.isSame) await setMembership(act, current.id, collections);
      if (isEdited) await changeImported(act, current.id, edit, named);
      const values = Object.keys(edit).map((name) => [name, current[name as keyof typeof edit]]);
      const { version, updatedAt } = current;
      // What an earlier import wrote can still be undone.
      await keepUndoable(act.tx, current.id, { version, updated_at: updatedAt });
      await this.#note(
        act.tx,
        new Map([[current.id, { ...Object.fromEntries(values), version, updatedAt }]]),
      );
      return [current.id];
    });
    return {
      ...this.#about(current),
      outcome: 'changed',
      notes: [...notes, ...this.#notesOn(membership)],
      shown,
    };
  }

  #about = ({ id, title }: CataloguedSpecimen) => ({ isSoldHere: false, current: { id, title } });

  async #note(tx: Tx, before: ReadonlyMap<number, Record<string, unknown> | null>): Promise<void> {
    if (this.#importId !== null) await insertPieces(tx, this.#importId, before);
  }

  async #membership(id: number | null, collections: string[] | undefined): Promise<Membership> {
    return collections
      ? planMembership(this.#ctx.db, id, collections)
      : { isSame: true, makes: [] };
  }

  #notesOn({ makes }: Membership): string[] {
    const untold = makes.filter((name) => !this.#toldCollections.has(foldLine(name)));
    for (const name of untold) this.#toldCollections.add(foldLine(name));
    return untold.map(
      (name) => `We added the collection “${name}”, hidden. To show it, go to Manage, Collections.`,
    );
  }

  /**
   * @returns null in a dry run, which only checks the pictures.
   * @throws Problem state_conflict where the import was undone meanwhile: what came after would be
   * left behind.
   */
  async #write(
    found: FoundPictures,
    folder: string,
    write: (act: Act, mediumIds: string[]) => Promise<number[]>,
  ): Promise<number[] | null> {
    const work = async (act: Act, mediumIds: string[]) => {
      // Before the specimen's row, as an undo locks them too.
      if (this.#importId !== null && (await lockImport(act.tx, this.#importId)) === null)
        throw new Problem(
          'state_conflict',
          'This import was undone while it ran. Import the file again to add the rest.',
        );
      return write(act, mediumIds);
    };
    const uploads = { files: found.uploads, posters: found.posters };
    const workDir = { folder, signal: this.#options.signal };
    if (this.#options.isDryRun) {
      await checkUploads(this.#ctx, uploads, workDir);
      return null;
    }
    if (found.uploads.length > 0)
      return ingestUploads(this.#ctx, uploads, workDir, (act, uploaded) =>
        work(act, mediumIdsOf(found, uploaded)),
      );
    return perform(this.#ctx, 'owner', async (act) => {
      // Media cleanup may be about to remove a picture that nothing shows.
      await lockNames(act.tx, act.dialect, [MEDIA_LOCK]);
      return work(act, mediumIdsOf(found, []));
    });
  }

  async #bind(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
    const reference = await this.#references.bind(tx, 'specimen', ids);
    if (reference === undefined) return;
    throw new Problem('state_conflict', `“${reference}” has just been imported by someone else.`);
  }
}

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
 * Null stands for a new medium; the whole is null where nothing changes.
 * @param isWithout it has no photo yet.
 * @throws CellFault for another main picture.
 */
function linksOf(
  { pictures }: FoundPictures,
  { title, main, additional }: CataloguedSpecimen,
  isWithout: boolean,
): NewLink[] | null {
  const [first] = pictures;
  if (!first) return null;
  if (first.mediumId !== main.id && !isWithout) {
    throw new CellFault(
      first.column,
      'A specimen’s main photo can’t change. To change it, import the specimen under a new reference.',
    );
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
    const stays = {
      alt: alt ?? known?.alt ?? (isWithout ? title : ''),
      light: light === undefined ? (known?.light ?? null) : light,
    };
    return {
      media_id: mediumId,
      ...stays,
      pins: pins ?? known?.pins ?? [],
      as_taken: asTaken ?? known?.as_taken ?? false,
    };
  });
  return isDeepStrictEqual(links, now) ? null : links;
}
