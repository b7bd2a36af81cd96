/** What an order asks for, whichever form it came in. */
import type { Settings } from '#contract/admin/settings.ts';
import { parseAmount } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import type { PlacedKind } from '#contract/selling/order-kinds.ts';
import { tooManyLines } from '#contract/selling/order-limits.ts';
import type { CartOrder, DirectOrder } from '#contract/selling/orders.ts';
import { payableHandle, venmoHandle } from '#contract/selling/venmo.ts';
import type { WantedLine } from '#server/features/catalogue/specimens/stock/stock.service.ts';

export type OrderRequest = {
  kind: PlacedKind;
  lines: WantedLine[];
  /** Cents; what the buyer saw. */
  total: number;
  buyer: { name: string; email: string; postalAddress: string; venmo: string | null; notes: string | null };
};

/** @throws Problem invalid_input. */
export function orderRequestOf(input: CartOrder | DirectOrder): OrderRequest {
  const isCart = 'items' in input;
  const total = parseAmount(input.totalAmount);
  if (total === null) throw invalid('totalAmount', 'The total must be an amount such as 120.50');
  const venmo = venmoHandle(input.venmoUsername);
  const lines = mergeLines(isCart ? input.items : [{ specimenId: input.specimenId, quantity: 1 }]);
  const tooMany = tooManyLines(lines.length);
  if (tooMany !== null) throw invalid('items', tooMany);
  const { customerName: name, customerEmail: email, customerAddress: postalAddress } = input;
  return {
    kind: isCart ? 'cart' : 'direct',
    lines,
    total,
    buyer: { name, email, postalAddress, venmo, notes: input.notes?.trim() || null },
  };
}

/** The same specimen twice is one line. */
function mergeLines(items: { specimenId: number; quantity: number; title?: string }[]): WantedLine[] {
  const lines = new Map<number, WantedLine>();
  for (const { specimenId, quantity, title } of items) {
    const line = lines.get(specimenId);
    if (line) line.quantity += quantity;
    else lines.set(specimenId, { specimenId, quantity, title: title?.trim() || `Specimen ${specimenId}` });
  }
  return [...lines.values()];
}

/** Whether it has no Venmo user name, which a direct order needs where the shop takes payments by Venmo. */
export const lacksVenmo = ({ kind, buyer }: OrderRequest): boolean => kind === 'direct' && buyer.venmo === null;

export const asksVenmo = ({ venmo_settings }: Settings): boolean => payableHandle(venmo_settings) !== null;

export const invalid = (path: string, message: string): Problem => new Problem('invalid_input', message, { issues: [{ path, message }] });
