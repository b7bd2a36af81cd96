/** Plain functions, in cents. */
import { formatDollars } from '#core/contract/money.ts';
import { orderTotals } from '#core/contract/selling/cart-totals.ts';
import { orderKindTable } from '#core/contract/selling/order-kinds.ts';
import type { ShippingRule } from '#core/contract/selling/shipping.ts';
import type { ProposedChange } from '#platform/db/schema-orders.ts';
import type { LineRow, OrderRow } from './orders.queries.ts';

type AddedLine = {
  specimenId: number;
  title: string;
  quantity: number;
  price: number;
  shipping: number;
};

/** `shipping`: null means by the shop's rule. */
export type WantedContents = {
  lines: ProposedChange['lines'];
  added: AddedLine[];
  shipping: number | null;
};

export type Plan = {
  staying: { line: LineRow; price: number; quantity: number }[];
  out: LineRow[];
  subtotal: number;
  shipping: number;
  total: number;
  /** Empty: nothing changes. */
  sentences: string[];
};

/** @param lines of the order as it is. */
export function planOf(
  order: OrderRow,
  lines: LineRow[],
  { lines: wanted, added, shipping: typed }: WantedContents,
  rule: ShippingRule,
): Plan {
  const staying = lines.flatMap((line) => {
    const after = wanted.find(({ id }) => id === line.id);
    return after ? [{ line, price: after.price, quantity: after.quantity }] : [];
  });
  const out = lines.filter((line) => !wanted.some(({ id }) => id === line.id));
  const sentences = [
    ...out.map(
      (line) =>
        `Taken out: ${named(line.title, line.quantity)} (${formatDollars(line.price_cents * line.quantity)}).`,
    ),
    ...added.map(
      ({ title, quantity, price }) =>
        `Added: ${named(title, quantity)} (${formatDollars(price * quantity)}).`,
    ),
    ...staying.flatMap(({ line, price, quantity }) => [
      ...(quantity === line.quantity
        ? []
        : [`${line.title}: ${quantity} instead of ${line.quantity}.`]),
      ...(price === line.price_cents
        ? []
        : [
            `${line.title}: ${formatDollars(price)} instead of ${formatDollars(line.price_cents)}.`,
          ]),
    ]),
  ];
  const priced = [
    ...staying.map(({ line, price, quantity }) => ({
      priceCents: price,
      shippingCents: line.shipping_cents,
      quantity,
    })),
    ...added.map(({ price, shipping, quantity }) => ({
      priceCents: price,
      shippingCents: shipping,
      quantity,
    })),
  ];
  const { subtotal, shipping: ruled } = orderTotals(
    rule,
    isCart(order, priced.length) ? 'cart' : 'direct',
    priced,
  );
  // Where no line changes, shipping stays as agreed; a sale by hand follows no rule.
  const isRuled = orderKindTable[order.kind].isPaidByVenmo && sentences.length > 0;
  const shipping = typed ?? (isRuled ? ruled : order.shipping_cents);
  const total = subtotal + shipping;
  if (shipping !== order.shipping_cents)
    sentences.push(
      `Shipping: ${formatDollars(shipping)} instead of ${formatDollars(order.shipping_cents)}.`,
    );
  return { staying, out, subtotal, shipping, total, sentences };
}

export const totalSentence = (before: number, after: number): string =>
  `Total: ${formatDollars(after)} instead of ${formatDollars(before)}.`;

const isCart = ({ kind }: OrderRow, lines: number) => kind !== 'direct' || lines > 1;

const named = (title: string, quantity: number) =>
  quantity > 1 ? `${title} × ${quantity}` : title;

export const linesAfter = ({ staying }: Plan, added: LineRow[]): LineRow[] => [
  ...staying.map(({ line, price, quantity }) => ({ ...line, price_cents: price, quantity })),
  ...added,
];
