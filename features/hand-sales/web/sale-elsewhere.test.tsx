import { afterEach, expect, test, vi } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { shownToast } from '#ui/toast.ts';
import { SaleElsewhere } from './sale-elsewhere.tsx';

afterEach(() => vi.unstubAllGlobals());

const lot = { id: 3, title: 'Amethyst', price: '90.00', shippingPrice: '6.00', quantity: 5 };

async function open(specimen: Parameters<typeof SaleElsewhere>[0]['specimen']) {
  const element = await render(<SaleElsewhere specimen={specimen} onClose={vi.fn()} />);
  const submit = async () => {
    await perform(() => element.querySelector('form')?.requestSubmit());
    await perform(() => {});
  };
  return { element, submit };
}

test('a sale is sent again under the key of its dialog, with its address; another dialog has another key', async () => {
  const sent: { key: string | undefined; body: Record<string, unknown> }[] = [];
  let respond: () => Response | Promise<Response> = () =>
    Promise.reject(new TypeError('Failed to fetch'));
  vi.stubGlobal(
    'fetch',
    async (_path: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      sent.push({ key: headers['idempotency-key'], body: JSON.parse(body) });
      return respond();
    },
  );
  const { element, submit } = await open(lot);
  await submit();
  expect(element.querySelector('[role=alert]')?.textContent).toContain(
    'it won’t be recorded twice',
  );
  respond = () =>
    new Response(JSON.stringify({ code: 'key_reused', message: 'Used.' }), { status: 422 });
  await submit();
  expect(element.querySelector('[role=alert]')?.textContent).toContain('is already recorded');
  respond = () => new Response(JSON.stringify({ id: 12 }), { status: 201 });
  await submit();
  expect(shownToast.get()).toMatchObject({
    description: '1 of 5 pieces of Amethyst is sold, as order #12.',
  });
  await (await open({ ...lot, quantity: 1 })).submit();
  expect(shownToast.get()).toMatchObject({ description: 'Amethyst is sold, as order #12.' });
  const keys = sent.map(({ key }) => key);
  expect(keys[0]).toBeTruthy();
  expect([keys[1], keys[2], keys[3] === keys[0]]).toEqual([keys[0], keys[0], false]);
  expect(sent[0]?.body).toMatchObject({
    specimenId: 3,
    quantity: 1,
    price: '90.00',
    customerAddress: '',
  });
});

test('what is put on hold asks for its end in place of how it was paid, and says so', async () => {
  let body: Record<string, unknown> = {};
  vi.stubGlobal('fetch', async (_path: string, init: { body: string }) => {
    body = JSON.parse(init.body);
    return new Response(JSON.stringify({ id: 12 }), { status: 201 });
  });
  const { element, submit } = await open(lot);
  const choose = async (from: string, value: string) => {
    const select = [...element.querySelectorAll('select')].find(({ options }) =>
      [...options].some((option) => option.value === from),
    );
    await perform(() => {
      if (select) select.value = value;
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
  };
  await choose('delivered', 'pending');
  expect(element.textContent).toContain('on hold until it’s paid');
  expect(element.textContent).not.toContain('How it was paid');
  await choose('336', '0');
  await submit();
  expect(body).toMatchObject({ status: 'pending', holdHours: 0, shipping: '6.00' });
  expect(shownToast.get()).toMatchObject({
    description: '1 of 5 pieces of Amethyst is on hold, as order #12.',
  });
});

test('what is still to be shipped has the piece’s own shipping, and asks where there is none', async () => {
  const shippingOf = async (shippingPrice: string | null) => {
    const { element } = await open({ ...lot, shippingPrice });
    const select = element.querySelector('select');
    await perform(() => {
      if (select) select.value = 'pending';
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    const field = element.querySelector<HTMLInputElement>('[aria-describedby$=hint][required]');
    return [field?.value, field?.validity.valueMissing];
  };
  expect(await shippingOf('12.00')).toEqual(['12.00', false]);
  expect(await shippingOf('Ask me')).toEqual(['', true]);
});

test('the focus is on the button, or on the price where there is none', async () => {
  await open(lot);
  expect(document.activeElement?.textContent).toBe('Record sale');
  await open({ ...lot, price: 'Price on request' });
  expect(document.activeElement?.getAttribute('inputmode')).toBe('decimal');
});
