import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { appears, perform, render } from '#tests/support/render.tsx';
import { ConfirmPaid } from './confirm-paid.tsx';

afterEach(() => vi.unstubAllGlobals());

const effects = {
  status: 'paid',
  refusal: null,
  specimens: [{ specimenId: 1, text: '“Amethyst” becomes Sold.', forLine: false }],
  mail: null,
};

const order = {
  id: 7,
  kind: 'cart',
  customerName: 'Ada',
  customerEmail: 'ada@buyer.example',
  totalAmount: '423.00',
  dueAmount: '423.00',
  receivedAmount: '0.00',
};

test('where the effects cannot be loaded it says so and offers to try again; a refusal keeps it open', async () => {
  let respond: () => Response | Promise<Response> = () =>
    Promise.reject(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', async () => respond());
  const onClose = vi.fn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const element = await render(
    <QueryClientProvider client={client}>
      <ConfirmPaid id={7} kind="cart" timeZone="UTC" onClose={onClose} onPaid={vi.fn()} />
    </QueryClientProvider>,
  );
  const button = (label: string) =>
    [...element.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  const tryAgain = async () => {
    await perform(() => button('Try again')?.click());
    await perform(() => new Promise((resolve) => setTimeout(resolve)));
  };
  await appears(() => button('Try again'));
  expect(element.querySelector('[role=alert]')?.textContent).toContain('no response from the shop');
  expect(button('Mark paid')?.disabled).toBe(true);

  respond = () => new Response(JSON.stringify({ ...order, ...effects }));
  await tryAgain();
  expect(element.textContent).toContain('“Amethyst” becomes Sold.');
  expect([button('Try again'), button('Mark paid')?.disabled]).toEqual([undefined, false]);

  respond = () =>
    new Response(JSON.stringify({ code: 'state_conflict', message: '“Amethyst” is sold.' }), {
      status: 409,
    });
  await perform(() => button('Mark paid')?.click());
  await appears(() => element.querySelector('[role=alert]'));
  expect(element.querySelector('[role=alert]')?.textContent).toBe(
    'Failed to update status: “Amethyst” is sold.',
  );
  expect(onClose).not.toHaveBeenCalled();
  respond = () => new Response(null, { status: 204 });
  await perform(() => button('Mark paid')?.click());
  await appears(() => onClose.mock.calls[0]);
});
