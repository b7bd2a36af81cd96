import { useState } from 'react';
import { expect, test } from 'vitest';
import { noAmount } from '#core/contract/amount-question.ts';
import { parseAmount } from '#core/contract/money.ts';
import { appears, perform, render } from '#tests/support/render.tsx';
import { AmountTextField } from './likely-amount.tsx';
import { useSubmit } from './use-submit.ts';

function Priced() {
  const [price, setPrice] = useState('120,50');
  const { errors, onSubmit } = useSubmit({
    check: () => ({ price: parseAmount(price) === null ? noAmount(price) : undefined }),
    send: () => {},
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <AmountTextField label="Price" value={price} error={errors.price} onType={setPrice} />
      <button type="submit">Send</button>
    </form>
  );
}

test('one press takes the amount that a refused field asks about', async () => {
  const element = await render(<Priced />);
  const input = element.querySelector('input');
  const press = (name: string) =>
    perform(() => {
      const button = [...element.querySelectorAll('button')].find(
        ({ textContent }) => textContent === name,
      );
      button?.focus();
      button?.click();
    });
  await press('Send');
  expect(element.textContent).toContain('Did you mean $120.50?');
  await press('Use $120.50');
  await appears(() => element.querySelector('input:not([aria-invalid])'));
  expect([input?.value, document.activeElement === input, element.textContent]).toEqual([
    '120.50',
    true,
    'PriceSend',
  ]);
});
