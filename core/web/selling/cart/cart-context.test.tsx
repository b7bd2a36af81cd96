import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { cartTotals } from '#core/contract/selling/cart-totals.ts';
import { DEFAULT_SHIPPING } from '#core/contract/selling/shipping-charges.ts';
import { takeConsoleErrors } from '#tests/support/fail-on-console-error.ts';
import { hydrate, perform, render } from '#tests/support/render.tsx';
import { CartProvider, useCart } from './cart-context.tsx';
import { changeCart } from './cart-store.ts';

const amethyst = {
  specimenId: 1,
  title: 'Amethyst',
  imageUrl: '',
  price: '120.00',
  shippingPrice: '8.50',
};

type Cart = ReturnType<typeof useCart>;
let cart: Cart;

function Probe() {
  cart = useCart();
  return <p>{cart.itemCount}</p>;
}

beforeEach(async () => {
  changeCart(() => []);
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
  expect(takeConsoleErrors()).toEqual([
    'Cannot add item without price',
    'Cannot add item without price',
  ]);
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
  expect(cartTotals(cart.shippingRule, cart.items)).toMatchObject({
    subtotal: 285_50,
    shipping: 25_50,
    total: 311_00,
  });
  await perform(() => cart.update(2, { price: '50.00', shippingPrice: '0' }));
  expect(cartTotals(cart.shippingRule, cart.items)).toMatchObject({
    subtotal: 290_00,
    shipping: 17_00,
  });
  await perform(() => cart.setQuantity(1, 0));
  expect(cart.items.map((item) => item.specimenId)).toEqual([2]);
  await perform(() => cart.remove([2, 9]));
  expect(element.textContent).toBe('0');
});

const drawn: string[] = [];

function Count() {
  const text = `Cart ${useCart().itemCount}`;
  drawn.push(text);
  return text;
}

function Page() {
  drawn.push('Page');
  return <Count />;
}

test.each([
  ['an empty cart', [], ['Page', 'Cart 0']],
  ['a cart with a line', [{ ...amethyst, quantity: 1 }], ['Page', 'Cart 0', 'Cart 1']],
])(
  'hydrating with %s draws the page once, and what shows the cart no oftener than it changes',
  async (_, lines, expected) => {
    const page = (
      <CartProvider shippingRule={DEFAULT_SHIPPING}>
        <Page />
      </CartProvider>
    );
    const html = renderToString(page);
    changeCart(() => lines);
    drawn.length = 0;
    const element = await hydrate(html, page);
    expect(drawn).toEqual(expected);
    expect(element.textContent).toBe(expected.at(-1));
  },
);
