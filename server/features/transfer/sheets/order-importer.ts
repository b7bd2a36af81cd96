/** Imports the orders of a sheet. An order that is in the shop already is left alone, whatever the sheet says. */

import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Context } from '#server/context.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { previewMove, readStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { cannotBeHeld, importOrder, isThere } from '#server/features/selling/orders/order-transfer.service.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { CellFault } from './cells.ts';
import type { ImportOptions } from './import-options.ts';
import { RowFault, type SheetLine, type SheetOrder } from './order-sheet.ts';
import type { References } from './references.service.ts';
import type { RowResult, SpecimenImporter, SpecimenStock } from './specimen-importer.ts';

/** The specimen of a line; `id` is null for one that this dry run would add. */
type LineSpecimen = { id: number | null; stock: SpecimenStock };

export class OrderImporter {
  readonly #ctx: Context;
  readonly #references: References;
  readonly #specimens: SpecimenImporter;
  readonly #options: ImportOptions;
  readonly #lines = new Map<string, number>();
  /** Pieces that earlier orders of this dry run would hold: by the specimen's id, or by the reference of one that would be added. */
  readonly #wouldHold = new Map<number | string, number>();

  constructor(ctx: Context, references: References, specimens: SpecimenImporter, options: ImportOptions) {
    this.#ctx = ctx;
    this.#references = references;
    this.#specimens = specimens;
    this.#options = options;
  }

  /** Adds an order. @throws CellFault, Problem where it is refused; then nothing was written. */
  async importOrder({ reference, line, order, lines }: SheetOrder): Promise<RowResult> {
    const before = this.#lines.get(reference);
    if (before !== undefined) throw new CellFault('order', `Line ${before} has the same order. Keep its rows together`);
    this.#lines.set(reference, line);
    const earlier = (await this.#references.targets(this.#ctx.db, 'order', [reference])).get(reference);
    if (earlier !== undefined && (await isThere(this.#ctx, earlier))) return { outcome: 'unchanged', notes: [] };

    const specimens = await Promise.all(lines.map((one) => this.#specimenOf(one)));
    const known = lines.map(({ specimen: _reference, line: _line, ...one }, index) => ({
      ...one,
      specimenId: specimens[index]?.id ?? null,
    }));
    const { claim } = orderStatusTable[order.status];
    const notes = claim === 'taken' ? lines.flatMap((one, index) => this.#stillForSale(one, specimens[index] ?? null)) : [];
    if (this.#options.isDryRun) {
      if (claim === 'held') this.#rehearseHold(lines, specimens);
      return { outcome: 'added', notes };
    }
    await inTransaction(this.#ctx.db, async (tx) => {
      const id = await importOrder(this.#ctx, tx, { ...order, lines: known }, reference);
      if ((await this.#references.bind(tx, 'order', new Map([[reference, id]]))) !== undefined) {
        throw new Problem('state_conflict', `Someone else has just imported the order “${reference}”.`);
      }
    });
    const ids = known.flatMap(({ specimenId }) => specimenId ?? []);
    if (claim === 'held') this.#ctx.invalidateCache(changedStock(ids));
    return { outcome: 'added', notes };
  }

  /** The specimen of a line; null where the cell is empty. @throws RowFault for an unknown reference. */
  async #specimenOf({ specimen: reference, line }: SheetLine): Promise<LineSpecimen | null> {
    if (reference === '') return null;
    const id = (await this.#references.targets(this.#ctx.db, 'specimen', [reference])).get(reference);
    const stock = id === undefined ? undefined : (await readStock(this.#ctx.db, [id])).get(id);
    if (stock) return { id: stock.id, stock };
    const added = this.#specimens.wouldAdd(reference);
    if (added) return { id: null, stock: added };
    throw new RowFault(line, new CellFault('specimen', `We can’t find the specimen “${reference}”. Leave the cell empty if it’s gone.`));
  }

  /** Counts the pieces that the order would hold, all or none. @throws Problem where they are not free. */
  #rehearseHold(lines: SheetLine[], specimens: (LineSpecimen | null)[]): void {
    const held = new Map<number | string, number>();
    for (const [index, line] of lines.entries()) {
      const one = specimens[index];
      if (!one) continue;
      const key = one.id ?? line.specimen;
      const pieces = (held.get(key) ?? this.#wouldHold.get(key) ?? 0) + line.quantity;
      if (!previewMove(one.stock, pieces, 'hold')) throw cannotBeHeld(line.title);
      held.set(key, pieces);
    }
    for (const [key, pieces] of held) this.#wouldHold.set(key, pieces);
  }

  /** A note where the specimen of a completed order can still be bought. */
  #stillForSale({ specimen: reference }: SheetLine, specimen: LineSpecimen | null): string[] {
    if (!specimen?.stock.for_sale) return [];
    const after = previewMove(specimen.stock, this.#wouldHold.get(specimen.id ?? reference) ?? 0, 'hold');
    if (after?.status !== 'available') return [];
    return [`“${specimen.stock.title}” is still for sale here, though this order bought some. Mark it sold if that was the last one.`];
  }
}
