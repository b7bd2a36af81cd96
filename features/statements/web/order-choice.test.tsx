import { expect, test } from 'vitest';
import type { MatchedOrder } from '#features/statements/contract/payments.ts';
import { perform, render } from '#tests/support/render.tsx';
import { OrderChoice } from './order-choice.tsx';

const payment = {
  paymentId: 'p',
  paidAt: '',
  from: 'Ada',
  note: '',
  amount: '$110.00',
  fee: null,
  received: '110.00',
  on: null,
};
const order = (id: number, status: MatchedOrder['status'] = 'pending'): MatchedOrder => ({
  id,
  status,
  customerName: 'Ada Buyer',
  venmoUsername: null,
  totalAmount: '110.00',
  createdAt: '2026-11-21T09:00:00.000Z',
  titles: [],
  refusal: null,
});

test('an order that is not among those shown can be chosen by its number, where there are more', async () => {
  const chosen: [string, number | null][] = [];
  const draw = (moreOrders: number, orders = [order(1), order(2)]) =>
    render(
      <OrderChoice
        {...{ payment, orders, moreOrders, chosen: new Map([['p', 19]]) }}
        onChoose={(paymentId, orderId) => chosen.push([paymentId, orderId])}
      />,
    );
  const element = await draw(3);
  expect(element.textContent).toContain('3 more orders match');
  const input = element.querySelector('input');
  expect([input?.value, element.querySelector('select')?.value]).toEqual(['19', '']);
  const type = (text: string) =>
    perform(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await type('#7');
  await type('');
  expect(chosen).toEqual([
    ['p', 7],
    ['p', null],
  ]);
  expect((await draw(0)).querySelector('input')).toBeNull();
  expect((await draw(0, [order(3, 'paid')])).innerHTML).toBe('');
});
