/** The cart of the browser: its lines, and their shape in local storage. */

export type CartItem = {
  specimenId: number;
  title: string;
  imageUrl: string;
  /** Decimal text or number, as stored; read with `centsOf` (`cart-totals.ts`). */
  price: string | number;
  shippingPrice: string | number;
  /** Whole pieces, at least 1. */
  quantity: number;
};

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
