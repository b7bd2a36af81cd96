import { expect, test } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { TakeBack } from './take-back.tsx';

test('a press on the chosen way of a refund leaves it chosen, and a press on another chooses that', async () => {
  await render(
    <TakeBack
      move={{
        orderId: 1,
        at: '2026-11-29T12:00:00.000Z',
        kind: 'payment',
        amount: '50.00',
        method: 'Cash',
        receivedAmount: '50.00',
        customerName: '',
        customerEmail: '',
        status: 'paid',
        secretPath: '/order-confirmation/1?key=k',
        lines: [{ specimenId: 1, title: 'Azurite', quantity: 1, price: '50.00' }],
      }}
      onClose={() => {}}
    />,
  );
  const chosen = () =>
    [...document.querySelectorAll('button[aria-pressed=true]')].map((one) => one.textContent);
  const press = (way: string) =>
    perform(() =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === way)?.click(),
    );
  expect(chosen()).toEqual(['Cash']);
  await press('Cash');
  expect(chosen()).toEqual(['Cash']);
  await press('Venmo');
  expect(chosen()).toEqual(['Venmo']);
});
