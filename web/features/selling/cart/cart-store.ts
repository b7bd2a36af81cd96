/** The browser's cart in local storage, the same in all its tabs. */
import { addToCart, type CartItem, parseCart, setQuantity } from '#contract/selling/cart.ts';
import { randomId, readStored, writeStored } from '#web/lib/storage.ts';
import { makeStore } from '#web/lib/store.ts';
import { makeStored } from '#web/lib/stored.ts';

const CART_KEY = 'cart';
const SESSION_KEY = 'cartSessionId';
const none: readonly CartItem[] = [];

/** Whether the panel is open. */
export const cartPanel = makeStore(false);

/** An empty cart is the one that the server draws, which a browser with nothing in it need not draw again. */
const orNone = (lines: readonly CartItem[]) => (lines.length === 0 ? none : lines);

const cart = makeStored<readonly CartItem[]>(CART_KEY, (text) => orNone(parseCart(text)));

export const { read: readCart, subscribe: subscribeToCart } = cart;
export const changeCart = (change: (items: readonly CartItem[]) => readonly CartItem[]) => cart.change((items) => orNone(change(items)));

/** What the server draws: nobody's cart. */
export const emptyCart = (): readonly CartItem[] => none;

export const cartActions = {
  /** Adds one piece; false where the specimen has no price. */
  add({ price, ...item }: Omit<CartItem, 'quantity' | 'price'> & { price: string | number | null }): boolean {
    if (price === null || price === '') {
      console.error('Cannot add item without price');
      return false;
    }
    changeCart((now) => addToCart(now, { ...item, price }));
    return true;
  },
  /** Below 1 the line goes. */
  setQuantity: (specimenId: number, quantity: number) => changeCart((now) => setQuantity(now, specimenId, quantity)),
  /** Replaces what a line says of its specimen by what the server says today. */
  update: (specimenId: number, change: Partial<CartItem>) =>
    changeCart((now) => now.map((line) => (line.specimenId === specimenId ? { ...line, ...change } : line))),
  remove: (specimenIds: readonly number[]) => changeCart((now) => now.filter((line) => !specimenIds.includes(line.specimenId))),
  clear: () => changeCart(() => []),
};

/** A random id of this browser's cart, made once and stored. */
export function cartSessionId(): string {
  const id = readStored('localStorage', SESSION_KEY);
  if (id) return id;
  const made = randomId();
  writeStored('localStorage', SESSION_KEY, made);
  return made;
}
