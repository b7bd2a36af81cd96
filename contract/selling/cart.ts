/** The cart of the browser: its shape in local storage and its arithmetic. Plain functions, shared by pages and server. */
import { parseAmount } from '#contract/money.ts';
import { combinedShipping, hasFreeShipping, type PricedLine, type ShippingRule } from './shipping.ts';

export type CartItem = {
  specimenId: number;
  title: string;
  imageUrl: string;
  /** Decimal text or number, as stored; read with `centsOf`. */
  price: string | number;
  shippingPrice: string | number;
  /** Whole pieces, at least 1. */
  quantity: number;
};

type Priced = Pick<CartItem, 'price' | 'shippingPrice' | 'quantity'>;

/** Cents of a stored price; what cannot be read counts as 0. */
export function centsOf(price: string | number | null | undefined): number {
  if (typeof price === 'number') return Number.isFinite(price) && price > 0 ? Math.round(price * 100) : 0;
  return parseAmount(price ?? '') ?? 0;
}

/** Cents. */
export type OrderTotals = { subtotal: number; shipping: number; total: number; isShippingFree: boolean };
export type CartTotals = OrderTotals & { itemCount: number };

/**
 * What an order costs by the shop's rule; a cart may ship free, a direct purchase never does.
 * The shop computes it from its own prices, the browser from those in its cart.
 */
export function orderTotals(rule: ShippingRule, kind: 'cart' | 'direct', lines: readonly PricedLine[]): OrderTotals {
  const subtotal = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const isShippingFree = kind === 'cart' && hasFreeShipping(rule, subtotal);
  const shipping = isShippingFree ? 0 : combinedShipping(rule, lines);
  return { subtotal, shipping, total: subtotal + shipping, isShippingFree };
}

/** The totals of a browser's cart. */
export function cartTotals(rule: ShippingRule, items: readonly Priced[]): CartTotals {
  const lines = items.map(({ price, shippingPrice, quantity }) => ({
    priceCents: centsOf(price),
    shippingCents: centsOf(shippingPrice),
    quantity,
  }));
  return { itemCount: items.reduce((count, { quantity }) => count + quantity, 0), ...orderTotals(rule, 'cart', lines) };
}

/** Adds a specimen: one that is there already gains one piece, a new one comes last with quantity 1. */
export function addToCart(items: readonly CartItem[], item: Omit<CartItem, 'quantity'>): CartItem[] {
  return items.some((line) => line.specimenId === item.specimenId)
    ? items.map((line) => (line.specimenId === item.specimenId ? { ...line, quantity: line.quantity + 1 } : line))
    : [...items, { ...item, quantity: 1 }];
}

/** Sets the pieces of one line; below 1 the line goes. */
export function setQuantity(items: readonly CartItem[], specimenId: number, quantity: number): CartItem[] {
  return quantity < 1
    ? items.filter((line) => line.specimenId !== specimenId)
    : items.map((line) => (line.specimenId === specimenId ? { ...line, quantity } : line));
}

/** Reads a cart from local storage; whatever is no cart gives an empty one, a line that is no line is left out. */
export function parseCart(text: string | null): CartItem[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored) ? stored.filter(isCartItem) : [];
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Record<string, unknown>;
  const isPrice = (price: unknown) => typeof price === 'string' || typeof price === 'number';
  return (
    Number.isSafeInteger(item.specimenId) &&
    Number(item.specimenId) > 0 &&
    typeof item.title === 'string' &&
    typeof item.imageUrl === 'string' &&
    isPrice(item.price) &&
    isPrice(item.shippingPrice) &&
    Number.isSafeInteger(item.quantity) &&
    Number(item.quantity) > 0
  );
}

/** Makes a picture path absolute as the specification's section 7 says. */
export function normaliseImagePath(path: string, origin: string): string {
  if (path === '' || /^https?:\/\//.test(path)) return path;
  return path.startsWith('/') ? `${origin}${path}` : `/${path}`;
}
