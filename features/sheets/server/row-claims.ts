/** Which piece a row of others' list is, where its number may be another stone's. */

import { fold } from '#core/contract/fold.ts';
import {
  type CataloguedSpecimen,
  findSpecimen,
} from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import type { Context } from '#core/server/context.ts';
import { foldLine } from '#platform/text-search.ts';
import { CellFault } from './cells.ts';
import { selectHolders } from './imports.queries.ts';
import type { References } from './references.service.ts';
import type { SpecimenRow } from './specimen-sheet.ts';

/** The owner has not said yet whether the row is this piece. */
export class NumberTaken extends CellFault {
  /** `id` is null for an earlier row of the same list. */
  readonly other: { id: number | null; title: string };

  constructor(message: string, other: NumberTaken['other']) {
    super('reference', message);
    this.other = other;
  }
}

/** The owner wants it left out. */
export class RowSkipped extends CellFault {}

export type Claim = { row: SpecimenRow; current: CataloguedSpecimen | null };

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((word) => all.includes(word));
const areApart = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
  one !== undefined &&
  one.length > 0 &&
  other.length > 0 &&
  !one.some((name) => other.some((known) => fold(known) === fold(name)));

const titleOf = ({ given, defaults }: SpecimenRow): string => given.title ?? defaults.title ?? '';

type Facts = Pick<CataloguedSpecimen, 'title' | 'species' | 'locality'>;

/** Its title, species or place says that the number is another stone's here. */
export function isOtherStone({ given }: SpecimenRow, now: Facts): boolean {
  const [said, here] = [wordsOf(given.title ?? ''), wordsOf(now.title)];
  const hasOtherTitle = said.length > 0 && !isWithin(said, here) && !isWithin(here, said);
  return (
    hasOtherTitle || areApart(given.species, now.species) || areApart(given.locality, now.locality)
  );
}

/** The row as a piece of its own: its number is somebody else's, and stays in the notes. */
function asNewPiece(row: SpecimenRow): SpecimenRow {
  const { catalogueNumber, privateNotes, ...given } = row.given;
  const note = catalogueNumber ? `Number in the list: ${catalogueNumber}` : '';
  const notes = [privateNotes, note].filter(Boolean).join('\n');
  return {
    ...row,
    reference: row.foreign?.isBound ? row.reference : (row.foreign?.ownReference ?? row.reference),
    given: { ...given, ...(notes && { privateNotes: notes }) },
  };
}

export class RowClaims {
  readonly #ctx: Context;
  readonly #references: References;
  /** Rows before, by their folded numbers and references. */
  readonly #seen = new Map<string, SpecimenRow>();

  constructor(ctx: Context, references: References) {
    this.#ctx = ctx;
    this.#references = references;
  }

  /** The keys that no other row of the list may have without the owner's word. */
  #keysOf({ reference, given, foreign }: SpecimenRow): string[] {
    const number = given.catalogueNumber ? foldLine(given.catalogueNumber) : null;
    if (number === null) return [`reference ${reference}`];
    return foreign?.isBound ? [`reference ${reference}`, `number ${number}`] : [`number ${number}`];
  }

  isSeen = (row: SpecimenRow): boolean => this.#keysOf(row).some((key) => this.#seen.has(key));

  see(row: SpecimenRow): void {
    for (const key of this.#keysOf(row)) if (!this.#seen.has(key)) this.#seen.set(key, row);
  }

  /** Pieces that rows may be; some are deleted. */
  async #idsOf(rows: readonly SpecimenRow[]) {
    const { db } = this.#ctx;
    const all = rows.flatMap(({ reference, foreign }) =>
      foreign ? [reference, foreign.ownReference] : [reference],
    );
    const numbers = rows.flatMap(({ given, foreign }) =>
      foreign && given.catalogueNumber ? [foldLine(given.catalogueNumber)] : [],
    );
    return {
      targets: await this.#references.targets(db, 'specimen', all),
      holders: await selectHolders(db, numbers),
    };
  }

  async areNew(rows: readonly SpecimenRow[]): Promise<boolean> {
    const { targets, holders } = await this.#idsOf(rows);
    return targets.size === 0 && holders.size === 0;
  }

  /** @throws NumberTaken where the owner has to say; RowSkipped; CellFault. */
  async claim(row: SpecimenRow): Promise<Claim> {
    const { foreign } = row;
    const { targets, holders } = await this.#idsOf([row]);
    const find = async (id: number | undefined) =>
      id === undefined ? null : findSpecimen(this.#ctx, id);
    const byReference = await find(targets.get(row.reference));
    if (!foreign) {
      if (this.isSeen(row)) throw new CellFault('reference', 'An earlier row has the same one');
      this.see(row);
      return { row, current: byReference };
    }
    const number = row.given.catalogueNumber;
    const holder = number ? await find(holders.get(foldLine(number))) : null;
    const earlier = this.#keysOf(row).flatMap((key) => this.#seen.get(key) ?? [])[0];
    this.see(row);
    // As it came in before, when the owner said that it is a piece of its own.
    const own = await find(targets.get(foreign.ownReference));
    if (own && row.reference !== foreign.ownReference)
      return { row: asNewPiece(row), current: own };
    if (byReference && foreign.isBound && !(earlier && earlier.reference === row.reference)) {
      const isTheirs = holder !== null && holder.id !== byReference.id;
      return { row: isTheirs ? asNewPiece(row) : row, current: byReference };
    }
    const current = byReference ?? holder;
    const other =
      earlier !== undefined
        ? { id: null, title: titleOf(earlier) }
        : current && isOtherStone(row, current)
          ? { id: current.id, title: current.title }
          : null;
    if (other === null || foreign.answer === 'same') return { row, current };
    if (foreign.answer === 'skip') throw new RowSkipped(null, 'You left it out');
    if (foreign.answer === 'new') return { row: asNewPiece(row), current: null };
    const name = number ?? row.reference;
    throw new NumberTaken(
      earlier
        ? `Number ${name} is in row ${earlier.addresses.row} too, “${other.title}”. Is this the same piece, or another one?`
        : `Number ${name} belongs to “${other.title}” here, and this is “${titleOf(row)}”. Is it the same piece, or a new one?`,
      other,
    );
  }
}
