/** Leaves alone an order that the shop has already, whatever the sheet says. */

import { Problem } from '#core/contract/problems.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { previewMove, readStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import {
  cannotBeHeld,
  importOrder,
  isThere,
} from '#core/server/selling/orders/order-transfer.service.ts';
import { raiseCounters } from '#platform/db/backup/counters.ts';
import { CellFault } from './cells.ts';
import type { ImportOptions } from './import-options.ts';
import { RowFault, type SheetLine, type SheetOrder } from './order-sheet.ts';
import { hasOwnOrders, type References } from './references.service.ts';
import type { RowResult, SpecimenImporter, SpecimenStock } from './specimen-importer.ts';

/** `id` is null for a specimen that this dry run would add. */
type LineSpecimen = { id: number | null; stock: SpecimenStock };

export class OrderImporter {
  readonly #ctx: Context;
  readonly #references: References;
  readonly #specimens: SpecimenImporter;
  readonly #options: ImportOptions;
  readonly #lines = new Map<string, number>();
  readonly #wouldHold = new Map<number | string, number>();
  readonly #wouldAdd = new Set<string>();
  /** Undefined until an order is new. */
  #keepsNumbers: boolean | undefined;

  constructor(
    ctx: Context,
    references: References,
    specimens: SpecimenImporter,
    options: ImportOptions,
  ) {
    this.#ctx = ctx;
    this.#references = references;
    this.#specimens = specimens;
    this.#options = options;
  }

  /** @throws CellFault, Problem where the order is refused; then nothing was written. */
  async importOrder({ reference, number, line, order, lines }: SheetOrder): Promise<RowResult> {
    const before = this.#lines.get(reference);
    if (before !== undefined)
      throw new CellFault('order', `Line ${before} has the same order. Keep its rows together`);
    this.#lines.set(reference, line);
    const earlier = (await this.#references.targets(this.#ctx.db, 'order', [reference])).get(
      reference,
    );
    if (earlier !== undefined && (await isThere(this.#ctx, earlier)))
      return { outcome: 'unchanged', notes: [] };

    const specimens = await Promise.all(lines.map((one) => this.#specimenOf(one)));
    const known = lines.map(({ specimen: _reference, line: _line, ...one }, index) => ({
      ...one,
      specimenId: specimens[index]?.id ?? null,
    }));
    const { claim } = orderStatusTable[order.status];
    const notes =
      claim === 'taken'
        ? lines.flatMap((one, index) => this.#stillForSale(one, specimens[index] ?? null))
        : [];
    const former = number !== null && (await this.#mayKeep(number)) ? number : null;
    if (this.#options.isDryRun) {
      if (claim === 'held') this.#rehearseHold(lines, specimens);
      this.#wouldAdd.add(reference);
      return { outcome: 'added', notes: [...notes, ...this.#newNumber(number, former, null)] };
    }
    const added = await perform(this.#ctx, 'owner', async (act) => {
      if (former !== null) await raiseCounters(act.tx, act.dialect, { orders: former });
      const id = await importOrder(
        act,
        { ...order, lines: known, ...(former !== null && { id: former }) },
        number === null ? reference : String(number),
      );
      if (
        (await this.#references.bind(act.tx, 'order', new Map([[reference, id]]))) !== undefined
      ) {
        throw new Problem(
          'state_conflict',
          `Someone else has just imported the order “${reference}”.`,
        );
      }
      return id;
    });
    return { outcome: 'added', notes: [...notes, ...this.#newNumber(number, former, added)] };
  }

  /** The number here; null: a dry run would add it; undefined: no such order. */
  async numberOf(reference: string): Promise<number | null | undefined> {
    const id = (await this.#references.targets(this.#ctx.db, 'order', [reference])).get(reference);
    if (id !== undefined && (await isThere(this.#ctx, id))) return id;
    return this.#wouldAdd.has(reference) ? null : undefined;
  }

  /** Mails and papers name orders by their numbers, so a shop without orders of its own keeps them. */
  async #mayKeep(number: number): Promise<boolean> {
    this.#keepsNumbers ??= !(await hasOwnOrders(this.#ctx.db));
    return this.#keepsNumbers && !(await isThere(this.#ctx, number));
  }

  /** @param added null in a dry run. */
  #newNumber(number: number | null, former: number | null, added: number | null): string[] {
    if (number === null || number === former) return [];
    const why = this.#keepsNumbers
      ? 'that number is taken here'
      : 'this shop has orders of its own';
    return [
      added === null
        ? `This order gets a new number, as ${why}. Emails and papers of the other shop go on saying the old one.`
        : `Order #${number} of the other shop is order #${added} here, as ${why}.`,
    ];
  }

  /** Null where the cell is empty. @throws RowFault for an unknown reference. */
  async #specimenOf({ specimen: reference, line }: SheetLine): Promise<LineSpecimen | null> {
    if (reference === '') return null;
    const id = (await this.#references.targets(this.#ctx.db, 'specimen', [reference])).get(
      reference,
    );
    const stock = id === undefined ? undefined : (await readStock(this.#ctx.db, [id])).get(id);
    if (stock) return { id: stock.id, stock };
    const added = this.#specimens.wouldAdd(reference);
    if (added) return { id: null, stock: added };
    throw new RowFault(
      line,
      new CellFault(
        'specimen',
        `We can’t find the specimen “${reference}”. Leave the cell empty if it’s gone.`,
      ),
    );
  }

  /** @throws Problem where the pieces are not free. */
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

  #stillForSale({ specimen: reference }: SheetLine, specimen: LineSpecimen | null): string[] {
    if (!specimen?.stock.for_sale) return [];
    const after = previewMove(
      specimen.stock,
      this.#wouldHold.get(specimen.id ?? reference) ?? 0,
      'hold',
    );
    if (after?.status !== 'available') return [];
    return [
      `“${specimen.stock.title}” is still for sale here, though this order bought some. Mark it sold if that was the last one.`,
    ];
  }
}
