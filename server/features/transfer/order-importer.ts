/** Takes in the orders of a sheet. An order that is here already stays as it is, whatever the sheet says of it: orders are changed where they are kept. */
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { checkOrder, importOrder, isThere } from '../orders/order-transfer.service.ts';
import { findSpecimen } from '../specimens/catalogue.service.ts';
import { CellFault } from './cells.ts';
import type { ImportOptions } from './import.service.ts';
import { RowFault, type SheetLine, type SheetOrder } from './order-sheet.ts';
import type { References } from './references.service.ts';
import type { SpecimenImporter, Taken } from './specimen-importer.ts';

export class OrderImporter {
  readonly #ctx: Context;
  readonly #references: References;
  readonly #specimens: SpecimenImporter;
  readonly #options: ImportOptions;
  readonly #lines = new Map<string, number>();

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
    const hasBought = order.status !== 'pending' && order.status !== 'cancelled';
    const notes = hasBought ? found.flatMap(stillForSale) : [];
    if (this.#options.isDryRun) {
      await checkOrder(this.#ctx, { ...order, lines: known });
      return { outcome: 'added', notes };
    }
    await inTransaction(this.#ctx.db, async (tx) => {
      const id = await importOrder(this.#ctx, tx, { ...order, lines: known }, reference);
      if (!(await this.#references.bind(tx, 'order', reference, id))) {
        throw new Problem('state_conflict', `The order “${reference}” was imported by somebody else meanwhile.`);
      }
    });
    const ids = known.flatMap(({ specimenId }) => specimenId ?? []);
    if (order.status === 'pending') this.#ctx.publicChanged({ kind: 'stock', ids });
    return { outcome: 'added', notes };
  }

  /** The specimen of a line; null for one that is not, or no longer, in the shop. @throws RowFault for a reference that nothing has. */
  async #specimenOf({ specimen: reference, line }: SheetLine): Promise<Awaited<ReturnType<typeof findSpecimen>>> {
    if (reference === '') return null;
    const target = await this.#references.target(this.#ctx.db, 'specimen', reference);
    const found = target && (await findSpecimen(this.#ctx, target.id));
    // In a dry run the specimens of the first sheet are not there yet.
    if (found || (this.#options.isDryRun && this.#specimens.hasSeen(reference))) return found;
    throw new RowFault(line, new CellFault('specimen', `There is no specimen “${reference}”. Leave the cell empty if it is gone.`));
  }
}

const stillForSale = (specimen: Awaited<ReturnType<typeof findSpecimen>>): string[] =>
  specimen?.status === 'available' && specimen.forSale
    ? [`“${specimen.title}” is still for sale here, though this order has bought of it. Mark it as sold if that was the last one.`]
    : [];
