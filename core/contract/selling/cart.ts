export type CartItem = {
  specimenId: number;
  title: string;
  imageUrl: string;
  /** Decimal text or number, as stored; read it with `centsOf`. */
  price: string | number;
  shippingPrice: string | number;
  quantity: number;
};

/** A known specimen gains one piece, a new one comes last. */
export function addToCart(
  items: readonly CartItem[],
  item: Omit<CartItem, 'quantity'>,
): CartItem[] {
  return items.some((line) => line.specimenId === item.specimenId)
    ? items.map((line) =>
        line.specimenId === item.specimenId ? { ...line, quantity: line.quantity + 1 } : line,
      )
    : [...items, { ...item, quantity: 1 }];
}

/** Below 1 the line goes. */
export function setQuantity(
  items: readonly CartItem[],
  specimenId: number,
  quantity: number,
): CartItem[] {
  return quantity < 1
    ? items.filter((line) => line.specimenId !== specimenId)
    : items.map((line) => (line.specimenId === specimenId ? { ...line, quantity } : line));
}

/** Never fails: an unknown text is an empty cart. */
export function parseCart(text: string | null): CartItem[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored)
    ? stored.map((line) => ({ ...defaults, ...line })).filter(isCartItem)
    : [];
}

/** Until the cart's check brings the shop's price. */
const defaults = { price: '0', shippingPrice: '0', quantity: 1 };

function isCartItem(item: Partial<Record<keyof CartItem, unknown>>): item is CartItem {
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

/** Makes it absolute as the specification's section 7 says. */
export function normaliseImagePath(path: string, origin: string): string {
  if (path === '' || /^https?:\/\//.test(path)) return path;
  return path.startsWith('/') ? `${origin}${path}` : `/${path}`;
}
