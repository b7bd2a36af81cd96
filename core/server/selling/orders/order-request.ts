import type { Settings } from '#core/contract/admin/settings.ts';
import { parseAmount } from '#core/contract/money.ts';
import { invalidField } from '#core/contract/problems.ts';
import type { PlacedKind } from '#core/contract/selling/order-kinds.ts';
import { tooManyLines } from '#core/contract/selling/order-limits.ts';
import type { CartOrder, DirectOrder } from '#core/contract/selling/orders.ts';
import { payableHandle, venmoHandle } from '#core/contract/selling/venmo.ts';
import type { WantedLine } from '#core/server/catalogue/specimens/stock/stock.service.ts';

export type OrderRequest = {
  kind: PlacedKind;
  lines: WantedLine[];
  /** Cents; what the buyer saw. */
  total: number;
  buyer: {
    name: string;
    email: string;
    postalAddress: string;
    venmo: string | null;
    notes: string | null;
  };
};

/** @throws Problem invalid_input. */
export function orderRequestOf(input: CartOrder | DirectOrder): OrderRequest {
  const isCart = 'items' in input;
  const total = parseAmount(input.totalAmount);
  if (total === null)
    throw invalidField('totalAmount', 'The total must be an amount such as 120.50');
  const venmo = venmoHandle(input.venmoUsername);
  const lines = mergeLines(isCart ? input.items : [{ specimenId: input.specimenId, quantity: 1 }]);
  const tooMany = tooManyLines(lines.length);
  if (tooMany !== null) throw invalidField('items', tooMany);
  const { customerName: name, customerEmail: email, customerAddress: postalAddress } = input;
  return {
    kind: isCart ? 'cart' : 'direct',
    lines,
    total,
    buyer: { name, email, postalAddress, venmo, notes: input.notes?.trim() || null },
  };
}

function mergeLines(
  items: { specimenId: number; quantity: number; title?: string }[],
): WantedLine[] {
  const lines = new Map<number, WantedLine>();
  for (const { specimenId, quantity, title } of items) {
    const line = lines.get(specimenId);
    if (line) line.quantity += quantity;
    else
      lines.set(specimenId, {
        specimenId,
        quantity,
        title: title?.trim() || `Specimen ${specimenId}`,
      });
  }
  return [...lines.values()];
}

/** A shop that takes Venmo asks direct orders for a user name. */
export const lacksVenmo = ({ kind, buyer }: OrderRequest): boolean =>
  kind === 'direct' && buyer.venmo === null;

export const asksVenmo = ({ venmo_settings }: Settings): boolean =>
  payableHandle(venmo_settings) !== null;
