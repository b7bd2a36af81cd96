import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_SHIPPING } from '#contract/shipping.ts';
import { takeConsoleErrors } from '#tests/support/fail-on-console-error.ts';
import { perform, render } from '#tests/support/render.tsx';
import { CartProvider, useCart } from './cart-context.tsx';

const amethyst = { specimenId: 1, title: 'Amethyst', imageUrl: '', price: '120.00', shippingPrice: '8.50' };

type Cart = ReturnType<typeof useCart>;
let cart: Cart;

function Probe() {
  cart = useCart();
  return <p>{cart.itemCount}</p>;
}

beforeEach(async () => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

const drawCart = () =>
  render(
    <CartProvider shippingRule={DEFAULT_SHIPPING}>
      <Probe />
    </CartProvider>,
  );

test('using the cart outside its provider is an error', async () => {
  await expect(render(<Probe />)).rejects.toThrow('useCart must be used within a CartProvider');
});

test('a specimen without a price is refused, with a message in the console', async () => {
  await drawCart();
  await perform(() => {
    expect(cart.add({ ...amethyst, price: null })).toBe(false);
    expect(cart.add({ ...amethyst, price: '' })).toBe(false);
  });
  expect(takeConsoleErrors()).toEqual(['Cannot add item without price', 'Cannot add item without price']);
  expect(cart.items).toEqual([]);
});

test('adding, changing and removing lines changes counts and totals', async () => {
  const element = await drawCart();
  await perform(() => {
    expect(cart.add(amethyst)).toBe(true);
    cart.add(amethyst);
    cart.add({ ...amethyst, specimenId: 2, price: 45.5 });
  });
  expect(element.textContent).toBe('3');
  expect(cart.totalsOf(cart.items)).toMatchObject({ subtotal: 285_50, shipping: 25_50, total: 311_00 });
  await perform(() => cart.update(2, { price: '50.00', shippingPrice: '0' }));
  expect(cart.totalsOf(cart.items)).toMatchObject({ subtotal: 290_00, shipping: 17_00 });
  await perform(() => cart.setQuantity(1, 0));
  expect(cart.items.map((item) => item.specimenId)).toEqual([2]);
  await perform(() => cart.remove([2, 9]));
  expect(element.textContent).toBe('0');
});
