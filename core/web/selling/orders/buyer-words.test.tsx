import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { perform, render } from '#tests/support/render.tsx';
import { BuyerWords } from './buyer-words.tsx';

afterEach(() => vi.unstubAllGlobals());

const order = { id: 7, customerEmail: 'ada@buyer.example', hasMailServer: true } as OrderDetail;

test('words that are sent again keep their key, and changed ones have another', async () => {
  const sent: { text: string; key: string }[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path.endsWith('/mail-draft'))
      return new Response(JSON.stringify({ mail: null, hasMailServer: true }));
    sent.push(JSON.parse(body));
    throw new TypeError('Failed to fetch');
  });
  const rootRoute = createRootRoute({ component: () => <BuyerWords order={order} /> });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await router.load();
  const element = await render(<RouterProvider router={router as never} />);
  await perform(() => element.querySelector('button')?.click());
  const type = (text: string) =>
    perform(() => {
      const area = element.querySelector('textarea');
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
        area,
        text,
      );
      area?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const submit = async () => {
    await perform(() => element.querySelector('form')?.requestSubmit());
    await perform(() => new Promise((resolve) => setTimeout(resolve)));
  };
  await type('It ships on Monday.');
  await submit();
  await submit();
  await type('It ships on Tuesday.');
  await submit();
  expect(sent.map(({ text }) => text)).toEqual([
    'It ships on Monday.',
    'It ships on Monday.',
    'It ships on Tuesday.',
  ]);
  const [first, again, changed] = sent.map(({ key }) => key);
  expect(first).toBeTruthy();
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});
