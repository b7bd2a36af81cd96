import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { appears, perform, render } from '#tests/support/render.tsx';
import { shownToast } from '#ui/toast.ts';
import { BuyerDataButton } from './buyer-data.tsx';

afterEach(() => vi.unstubAllGlobals());

const email = 'ada@buyer.example';

/** What else the page shows is fetched again too, and takes longer. */
function Order({ load }: { load: () => string | Promise<string> }) {
  useQuery({ queryKey: ['order'], queryFn: load });
  return <BuyerDataButton order={{ customerEmail: email }} />;
}

test('that a buyer’s data is erased is said although nothing is left to show by then', async () => {
  let orders = 1;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/erase')) {
      orders = 0;
      return new Response(null, { status: 204 });
    }
    return new Response(JSON.stringify({ email, counts: { orders }, openOrders: [] }));
  });
  const order = Promise.withResolvers<string>();
  const element = await render(<Order load={() => (orders > 0 ? 'order' : order.promise)} />);
  for (const label of ['All data of this buyer', 'Erase…', 'Erase everything']) {
    const button = await appears(() =>
      [...element.querySelectorAll('button')].find(({ textContent }) => textContent === label),
    );
    await perform(() => button.click());
  }
  await appears(() => element.textContent.includes('Nothing is stored'));
  await perform(() => order.resolve('erased order'));
  const { title } = await appears(() => shownToast.get());
  expect(title).toBe('Personal Data Erased');
});
