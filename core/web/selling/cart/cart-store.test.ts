import { beforeEach, expect, test, vi } from 'vitest';
import type { CartItem } from '#core/contract/selling/cart.ts';

const amethyst: CartItem = {
  specimenId: 1,
  title: 'Amethyst',
  imageUrl: '',
  price: '120.00',
  shippingPrice: '8.50',
  quantity: 1,
};
const pyrite: CartItem = { ...amethyst, specimenId: 2, title: 'Pyrite' };

/** The module as a freshly loaded page has it. */
async function openPage() {
  vi.resetModules();
  return import('./cart-store.ts');
}

/** What another tab's change does here: the browser stores it, then tells. */
function writeInOtherTab(text: string) {
  localStorage.setItem('cart', text);
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart', newValue: text }));
}

beforeEach(() => localStorage.clear());

test('a change is stored, announced, and there after a reload', async () => {
  const page = await openPage();
  let heard = 0;
  const unsubscribe = page.subscribeToCart(() => {
    heard += 1;
  });
  page.changeCart((now) => [...now, amethyst]);
  expect(page.readCart()).toEqual([amethyst]);
  expect(heard).toBe(1);
  unsubscribe();
  page.changeCart((now) => [...now, pyrite]);
  expect(heard).toBe(1);
  expect((await openPage()).readCart()).toEqual([amethyst, pyrite]);
});

test('the list stays the same object until it changes', async () => {
  const page = await openPage();
  page.changeCart(() => [amethyst]);
  expect(page.readCart()).toBe(page.readCart());
});

test('a change in another tab is noticed, and not overwritten by what this one remembers', async () => {
  const page = await openPage();
  page.changeCart(() => [amethyst]);
  let heard = 0;
  page.subscribeToCart(() => {
    heard += 1;
  });
  writeInOtherTab(JSON.stringify([amethyst, pyrite]));
  expect(heard).toBe(1);
  expect(page.readCart()).toEqual([amethyst, pyrite]);

  // Stored by the other tab, its event still on the way.
  localStorage.setItem('cart', JSON.stringify([pyrite]));
  page.changeCart((now) => [...now, amethyst]);
  expect(page.readCart()).toEqual([pyrite, amethyst]);
});

test('a page that comes back as it was left has what other tabs have stored meanwhile', async () => {
  const page = await openPage();
  page.changeCart(() => [amethyst]);
  localStorage.setItem('cart', JSON.stringify([pyrite]));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(page.readCart()).toEqual([amethyst]);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(page.readCart()).toEqual([pyrite]);
});

test('changes of other keys are ignored', async () => {
  const page = await openPage();
  let heard = 0;
  page.subscribeToCart(() => {
    heard += 1;
  });
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: '{}' }));
  expect(heard).toBe(0);
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(heard).toBe(1);
});

test.each(['{', 'null', '"text"', '[{"specimenId":"1"}]'])(
  '%j in the storage is read as an empty cart that can be filled',
  async (stored) => {
    localStorage.setItem('cart', stored);
    const page = await openPage();
    expect(page.readCart()).toEqual([]);
    page.changeCart((now) => [...now, amethyst]);
    expect(page.readCart()).toEqual([amethyst]);
  },
);

test('without any storage the cart lasts as long as the page', async () => {
  const storage = Object.getOwnPropertyDescriptor(window, 'localStorage');
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied', 'SecurityError');
    },
  });
  try {
    const page = await openPage();
    expect(page.readCart()).toEqual([]);
    page.changeCart(() => [amethyst]);
    expect(page.readCart()).toEqual([amethyst]);
    expect(page.cartSessionId()).not.toBe('');
  } finally {
    if (storage) Object.defineProperty(window, 'localStorage', storage);
    else Reflect.deleteProperty(window, 'localStorage');
  }
});

test('the session id is made once and stored', async () => {
  const made = (await openPage()).cartSessionId();
  expect(made).toMatch(/^[0-9a-f-]{32,36}$/);
  expect((await openPage()).cartSessionId()).toBe(made);
  expect(localStorage.getItem('cartSessionId')).toBe(made);
});
