import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settingSchemas } from '#core/contract/admin/settings.ts';
import type { CartItem } from '#core/contract/selling/cart.ts';
import { cartTotals } from '#core/contract/selling/cart-totals.ts';
import { DEFAULT_SHIPPING } from '#core/contract/selling/shipping-charges.ts';
import { perform, render } from '#tests/support/render.tsx';
import { shownToast } from '#ui/toast.ts';
import { CheckoutForm } from './checkout-form.tsx';

const item: CartItem = {
  specimenId: 1,
  title: 'Amethyst',
  imageUrl: '',
  price: '120.00',
  shippingPrice: '8.50',
  quantity: 1,
};
const buyer = {
  customerName: 'Ada Buyer',
  customerEmail: 'ada@buyer.example',
  customerAddress: '1 Quarry Road, Butte',
};

type Sent = {
  key: string | undefined;
  storedKey: string | undefined;
  body: Record<string, unknown>;
};

/** The network: notes each order that comes and answers with what `respond` says. */
function takeOrders(respond: () => Response | Promise<Response>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal(
    'fetch',
    async (_path: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      const storedKey = sessionStorage.getItem('orderKey')?.split('\n')[0];
      sent.push({ key: headers['idempotency-key'], storedKey, body: JSON.parse(body) });
      return respond();
    },
  );
  return sent;
}

const accepted = () => new Response(JSON.stringify({ order: { id: 7 } }), { status: 201 });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

async function openForm(
  items: CartItem[] = [item],
  shop = takesVenmo,
  total = cartTotals(DEFAULT_SHIPPING, items).total,
) {
  const onPlaced = vi.fn();
  const onLost = vi.fn();
  const element = await render(
    <CheckoutForm items={items} total={total} settings={shop} onPlaced={onPlaced} onLost={onLost}>
      <p>How to pay</p>
    </CheckoutForm>,
  );
  const form = element.querySelector('form');
  if (!form) throw new Error('There is no form');
  const submit = async (fields: Record<string, string> = buyer) => {
    for (const [name, value] of Object.entries(fields)) {
      const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (field) field.value = value;
    }
    await perform(() => form.requestSubmit());
    await perform(() => {});
  };
  return { submit, onPlaced, onLost, element };
}

const withVenmo = (enabled: boolean) => ({
  general: settingSchemas.general.parse({}),
  venmo_settings: settingSchemas.venmo_settings.parse({ enabled, venmoUsername: 'druse' }),
});
const takesVenmo = withVenmo(true);

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('an order of an empty cart is refused', async () => {
  const sent = takeOrders(accepted);
  const { submit } = await openForm([]);
  await submit();
  expect(shownToast.get()).toMatchObject({
    variant: 'destructive',
    title: 'Empty Cart',
    description: 'Your cart is empty. Add some items before checking out.',
  });
  expect(sent).toEqual([]);
});

test('more lines than one order takes are refused before anything is sent', async () => {
  const sent = takeOrders(accepted);
  const { submit } = await openForm(
    Array.from({ length: 12 }, (_, index) => ({ ...item, specimenId: index + 1 })),
  );
  await submit();
  expect(shownToast.get()).toMatchObject({
    variant: 'destructive',
    description:
      'One order can hold 10 different specimens. Please put 2 of yours in a second order.',
  });
  expect(sent).toEqual([]);
});

test('an incomplete form is not sent', async () => {
  const sent = takeOrders(accepted);
  const { submit, element } = await openForm();
  await submit({ customerName: '  ', customerEmail: 'ada', customerAddress: '' });
  expect(shownToast.get()).toMatchObject({
    title: 'Missing Information',
    description: 'Please fill out all required fields',
  });
  expect(element.textContent).toContain('Please enter a valid email address');
  expect(sent).toEqual([]);
});

test('a complete form with a malformed email names only the email', async () => {
  const sent = takeOrders(accepted);
  const { submit, element } = await openForm();
  const before = shownToast.get();
  await submit({ ...buyer, customerEmail: 'ada' });
  expect(element.textContent).toContain('Please enter a valid email address');
  expect(shownToast.get()).toBe(before);
  expect(sent).toEqual([]);
});

test('what is sent is what the buyer saw', async () => {
  const sent = takeOrders(accepted);
  const { submit, onPlaced } = await openForm([item, { ...item, specimenId: 2, quantity: 2 }]);
  await submit({ ...buyer, customerName: ' Ada Buyer ', venmoUsername: 'ada', notes: '' });
  const line = {
    specimenId: 1,
    title: 'Amethyst',
    price: '120.00',
    shippingPrice: '8.50',
    quantity: 1,
  };
  expect(sent[0]?.body).toEqual({
    items: [line, { ...line, specimenId: 2, quantity: 2 }],
    ...buyer,
    totalAmount: '385.50',
    venmoUsername: '@ada',
    notes: null,
  });
  expect(onPlaced).toHaveBeenCalledWith({ order: { id: 7 } });
});

test('with Venmo the form says how to pay once, and what the user name is for', async () => {
  const { element } = await openForm();
  expect(element.textContent?.match(/How to pay|You’ll pay/g)).toEqual(['How to pay']);
  expect(element.textContent).toContain('Helps us match your payment.');
});

test('without Venmo the form asks for no user name and says how to reach the seller', async () => {
  const sent = takeOrders(accepted);
  const { submit, element } = await openForm([item], withVenmo(false));
  expect(element.textContent).not.toContain('Venmo');
  await submit();
  expect(sent[0]?.body).toMatchObject({ venmoUsername: null });
  expect(shownToast.get()).toMatchObject({
    description: 'Your order has been placed. Please email hello@druse.example to arrange payment.',
  });
});

describe('the key of an order', () => {
  test('the key is stored before the order is sent, and removed once the response is there', async () => {
    const sent = takeOrders(accepted);
    await (await openForm()).submit();
    expect(sent[0]?.key).toBeTruthy();
    expect(sent[0]?.storedKey).toBe(sent[0]?.key);
    expect(sessionStorage.getItem('orderKey')).toBeNull();
  });

  test('the key stays the same while the same order is sent again, also from a new page', async () => {
    const sent = takeOrders(lost);
    const first = await openForm();
    await first.submit();
    await first.submit();
    await (await openForm()).submit();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(shownToast.get()).toMatchObject({
      title: 'Order Failed',
      description: 'Failed to create order',
    });
    // It leaves as soon as the next attempt begins.
    const during: unknown[] = [];
    takeOrders(() => {
      during.push(shownToast.get());
      return accepted();
    });
    await first.submit();
    expect(during).toEqual([null]);
  });

  test('the order that got no response is sent again as it was, though its piece looks sold', async () => {
    const sent = takeOrders(lost);
    await (await openForm()).submit();
    await (await openForm([item], takesVenmo, 0)).submit();
    expect(sent.map(({ key, body }) => [key, body.totalAmount])).toEqual([
      [sent[0]?.key, '128.50'],
      [sent[0]?.key, '128.50'],
    ]);
  });

  test('a refusal that may stand before an order that was placed leaves the key as it is', async () => {
    const sent = takeOrders(
      () =>
        new Response(JSON.stringify({ code: 'too_many_requests', message: 'Please wait.' }), {
          status: 429,
        }),
    );
    await (await openForm()).submit();
    await (await openForm()).submit();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  test('a stored text that is no order is replaced', async () => {
    sessionStorage.setItem('orderKey', 'a-key\nno order');
    const sent = takeOrders(accepted);
    await (await openForm()).submit();
    expect(sent[0]?.key).toBeTruthy();
    expect(sent[0]?.key).not.toBe('a-key');
  });

  test('where the total has changed, the next order has a key and a total of its own', async () => {
    const sent = takeOrders(
      () =>
        new Response(JSON.stringify({ code: 'total_changed', message: 'A price has changed.' }), {
          status: 409,
        }),
    );
    await (await openForm()).submit();
    await (await openForm([item], takesVenmo, 130_00)).submit();
    expect(sent.map(({ body }) => body.totalAmount)).toEqual(['128.50', '130.00']);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  test('another order has another key', async () => {
    const sent = takeOrders(lost);
    await (await openForm()).submit();
    await (await openForm()).submit({ ...buyer, notes: 'With a stand, please.' });
    await (await openForm([{ ...item, quantity: 2 }])).submit();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  });
});

test('lines that are gone are passed to the page', async () => {
  const lines = [{ specimenId: 1, title: 'Amethyst', reason: 'sold', available: 0 }];
  takeOrders(
    () =>
      new Response(
        JSON.stringify({ code: 'specimen_unavailable', message: 'Amethyst is sold.', lines }),
        { status: 409 },
      ),
  );
  const { submit, onLost, onPlaced } = await openForm();
  await submit();
  expect(shownToast.get()).toMatchObject({
    variant: 'destructive',
    title: 'Order Failed',
    description: 'Amethyst is sold.',
  });
  expect(onLost).toHaveBeenCalledWith(lines);
  expect(onPlaced).not.toHaveBeenCalled();
});
