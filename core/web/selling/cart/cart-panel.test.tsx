import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SHIPPING } from '#core/contract/selling/shipping-charges.ts';
import { perform, render } from '#tests/support/render.tsx';
import { CartProvider } from './cart-context.tsx';
import CartPanel from './cart-panel.tsx';
import { cartActions, cartPanel, changeCart, readCart } from './cart-store.ts';

const line = (specimenId: number) => ({
  specimenId,
  title: `Piece ${specimenId}`,
  imageUrl: '/media/piece.jpg',
  price: '120.00',
  shippingPrice: '8.50',
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const lines = (JSON.parse(body) as { items: { specimenId: number }[] }).items.map(
      ({ specimenId }) => ({ specimenId, state: 'sold' }),
    );
    return Response.json({ lines });
  });
  changeCart(() => []);
  for (const id of [1, 2]) cartActions.add(line(id));
  cartPanel.set(true);
});
afterEach(async () => {
  await perform(() => cartPanel.set(false));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openPanel() {
  const rootRoute = createRootRoute({
    component: () => (
      <CartProvider shippingRule={DEFAULT_SHIPPING}>
        <CartPanel />
      </CartProvider>
    ),
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  const element = await render(<RouterProvider router={router as never} />);
  const wait = (milliseconds: number) => perform(() => vi.advanceTimersByTimeAsync(milliseconds));
  await wait(0);
  const button = (name: string) =>
    [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return {
    wait,
    button,
    press: (name: string) => perform(() => button(name)?.click()),
    said: () => element.querySelector('[role=status].sr-only')?.textContent,
    element,
  };
}

const ids = () => readCart().map(({ specimenId }) => specimenId);

test('a cleared cart comes back as it was, once, and what was sold meanwhile says so', async () => {
  const { press, button, wait, element } = await openPanel();
  await press('Clear Cart');
  expect(ids()).toEqual([]);
  const undo = button('Undo Clear Cart');
  await perform(() => {
    undo?.click();
    undo?.click();
  });
  expect(ids()).toEqual([1, 2]);
  expect(button('Undo Clear Cart')).toBeUndefined();
  await wait(100);
  expect(element.textContent).toContain('This specimen has been sold.');
});

test('a piece that comes into a cleared cart stays there when that is undone', async () => {
  const { press, button } = await openPanel();
  await press('Clear Cart');
  const undo = button('Undo Clear Cart');
  await perform(() => {
    cartActions.add(line(3));
    cartActions.add(line(2));
    undo?.click();
  });
  expect(ids()).toEqual([1, 3, 2]);
});

test('after ten seconds nothing can be undone, and nothing is said of it again', async () => {
  const { press, button, wait, said } = await openPanel();
  await press('Clear Cart');
  expect(said()).toBe('Cart cleared. You can undo this for 10 seconds.');
  await wait(10_000);
  expect([button('Undo Clear Cart'), said(), ids()]).toEqual([undefined, '', []]);
});
