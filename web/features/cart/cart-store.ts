/** The browser's cart in local storage, the same in all its tabs. */
import { type CartItem, parseCart } from '#contract/cart.ts';
import { randomId, readStored, writeStored } from '#web/lib/storage.ts';

const CART_KEY = 'cart';
const SESSION_KEY = 'cartSessionId';
const none: readonly CartItem[] = [];

let items: readonly CartItem[] | null = null;
const listeners = new Set<() => void>();

function load(): readonly CartItem[] {
  items ??= parseCart(readStored('localStorage', CART_KEY));
  return items;
}

function notify() {
  for (const listener of listeners) listener();
}

/** Hears changes made here and, through the storage event, in other tabs. */
export function subscribeToCart(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== CART_KEY && event.key !== null) return;
    items = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export const readCart = (): readonly CartItem[] => load();
/** What the server draws: nobody's cart. */
export const emptyCart = (): readonly CartItem[] => none;

export function changeCart(change: (items: readonly CartItem[]) => readonly CartItem[]): void {
  // Another tab may have written since: what is stored counts, not what this one remembers.
  items = change(parseCart(readStored('localStorage', CART_KEY)));
  writeStored('localStorage', CART_KEY, JSON.stringify(items));
  notify();
}

/** A random id of this browser's cart, made once and stored. */
export function cartSessionId(): string {
  const stored = readStored('localStorage', SESSION_KEY);
  if (stored) return stored;
  const made = randomId();
  writeStored('localStorage', SESSION_KEY, made);
  return made;
}
