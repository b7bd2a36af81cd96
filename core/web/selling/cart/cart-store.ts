/** Local storage: the same in all tabs. */
import { addToCart, type CartItem, parseCart, setQuantity } from '#core/contract/selling/cart.ts';
import { randomId, readStored, writeStored } from '#ui/lib/storage.ts';
import { makeStore } from '#ui/lib/store.ts';
import { makeStored } from '#ui/lib/stored.ts';

const CART_KEY = 'cart';
const SESSION_KEY = 'cartSessionId';
const none: readonly CartItem[] = [];

export const cartPanel = makeStore(false);

/** A browser with nothing in its cart need not draw again. */
const orNone = (lines: readonly CartItem[]) => (lines.length === 0 ? none : lines);

const cart = makeStored<readonly CartItem[]>(CART_KEY, (text) => orNone(parseCart(text)));

export const { read: readCart, subscribe: subscribeToCart } = cart;
export const changeCart = (change: (items: readonly CartItem[]) => readonly CartItem[]) =>
  cart.change((items) => orNone(change(items)));

export const emptyCart = (): readonly CartItem[] => none;

export const cartActions = {
  /** Returns false where the specimen has no price. */
  add({
    price,
    ...item
  }: Omit<CartItem, 'quantity' | 'price'> & { price: string | number | null }): boolean {
    if (price === null || price === '') {
      console.error('Cannot add item without price');
      return false;
    }
    changeCart((now) => addToCart(now, { ...item, price }));
    return true;
  },
  /** Below 1 the line goes. */
  setQuantity: (specimenId: number, quantity: number) =>
    changeCart((now) => setQuantity(now, specimenId, quantity)),
  update: (specimenId: number, change: Partial<CartItem>) =>
    changeCart((now) =>
      now.map((line) => (line.specimenId === specimenId ? { ...line, ...change } : line)),
    ),
  remove: (specimenIds: readonly number[]) =>
    changeCart((now) => now.filter((line) => !specimenIds.includes(line.specimenId))),
  clear: () => changeCart(() => []),
};

export function cartSessionId(): string {
  const id = readStored('localStorage', SESSION_KEY);
  if (id) return id;
  const made = randomId();
  writeStored('localStorage', SESSION_KEY, made);
  return made;
}
