/** Takes in the orders of a sheet. An order that is here already stays as it is, whatever the sheet says of it: orders are changed where they are kept. */

import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/statuses.ts';
import type { Context } from '#server/context.ts';
import { changedStock } from '#server/features/specimens/cache-tags.ts';
import { previewMove, readStock } from '#server/features/specimens/stock/stock.service.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { cannotBeHeld, importOrder, isThere } from '../orders/order-transfer.service.ts';
import { CellFault } from './cells.ts';
import type { ImportOptions } from './import-options.ts';
import { RowFault, type SheetLine, type SheetOrder } from './order-sheet.ts';
import type { References } from './references.service.ts';
import type { SpecimenImporter, SpecimenStock, Taken } from './specimen-importer.ts';

/** What a line is of: `id` is null for what this dry run would add. */
type Found = { id: number | null; stock: SpecimenStock };

export class OrderImporter {
  readonly #ctx: Context;
  readonly #references: References;
  readonly #specimens: SpecimenImporter;
  readonly #options: ImportOptions;
  readonly #lines = new Map<string, number>();
  /** Pieces that the orders before would hold, had this not been a dry run; of a specimen by its id, or by the reference of one that would be added. */
  readonly #wouldHold = new Map<number | string, number>();

  constructor(ctx: Context, references: References, specimens: SpecimenImporter, options: ImportOptions) {
    this.#ctx = ctx;
    this.#references = references;
    this.#specimens = specimens;
    this.#options = options;
  }

  /** @throws CellFault, Problem where the order cannot be taken; then nothing of it is. */
  async take({ reference, line, order, lines }: SheetOrder): Promise<Taken> {
    const before = this.#lines.get(reference);
    if (before !== undefined) throw new CellFault('order', `Line ${before} has the same order; its rows must stand together`);
    this.#lines.set(reference, line);
    const target = await this.#references.target(this.#ctx.db, 'order', reference);
    if (target && (await isThere(this.#ctx, target.id))) return { outcome: 'unchanged', notes: [] };

    const found = await Promise.all(lines.map((one) => this.#specimenOf(one)));
    const known = lines.map(({ specimen: _reference, line: _line, ...one }, place) => ({ ...one, specimenId: found[place]?.id ?? null }));
    const { claim } = orderStatusTable[order.status];
    const notes = claim === 'taken' ? lines.flatMap((one, place) => this.#stillForSale(one, found[place] ?? null)) : [];
    if (this.#options.isDryRun) {
      if (claim === 'held') this.#rehearseHold(lines, found);
      return { outcome: 'added', notes };
    }
    await inTransaction(this.#ctx.db, async (tx) => {
      const id = await importOrder(this.#ctx, tx, { ...order, lines: known }, reference);
      if (!(await this.#references.bind(tx, 'order', reference, id))) {
        throw new Problem('state_conflict', `The order “${reference}” was imported by somebody else meanwhile.`);
      }
    });
    const ids = known.flatMap(({ specimenId }) => specimenId ?? []);
    if (claim === 'held') this.#ctx.invalidateCache(changedStock(ids));
    return { outcome: 'added', notes };
  }

  /** The specimen of a line; null for one that is not, or no longer, in the shop. @throws RowFault for a reference that nothing has. */
  async #specimenOf({ specimen: reference, line }: SheetLine): Promise<Found | null> {
    if (reference === '') return null;
    const target = await this.#references.target(this.#ctx.db, 'specimen', reference);
    const stock = target && (await readStock(this.#ctx.db, [target.id])).get(target.id);
    if (stock) return { id: stock.id, stock };
    const added = this.#specimens.wouldAdd(reference);
    if (added) return { id: null, stock: added };
    throw new RowFault(line, new CellFault('specimen', `There is no specimen “${reference}”. Leave the cell empty if it is gone.`));
  }

  /** Holds the lines on paper, all or none. @throws Problem as `importOrder` does. */
  #rehearseHold(lines: SheetLine[], found: (Found | null)[]): void {
    const held = new Map<number | string, number>();
    for (const [place, line] of lines.entries()) {
      const one = found[place];
      if (!one) continue;
      const key = one.id ?? line.specimen;
      const pieces = (held.get(key) ?? this.#wouldHold.get(key) ?? 0) + line.quantity;
      if (!previewMove(one.stock, pieces, 'hold')) throw cannotBeHeld(line.title);
      held.set(key, pieces);
    }
    for (const [key, pieces] of held) this.#wouldHold.set(key, pieces);
  }

  #stillForSale({ specimen: reference }: SheetLine, found: Found | null): string[] {
    if (!found?.stock.for_sale) return [];
    const after = previewMove(found.stock, this.#wouldHold.get(found.id ?? reference) ?? 0, 'hold');
    if (after?.status !== 'available') return [];
    return [`“${found.stock.title}” is still for sale here, though this order has bought of it. Mark it as sold if that was the last one.`];
  }
}
