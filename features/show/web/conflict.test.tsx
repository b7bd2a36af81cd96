import { expect, test } from 'vitest';
import type { StatusEffects } from '#core/contract/selling/order-edits.ts';
import { cancellationWords } from './conflict.tsx';

const effects: StatusEffects = {
  status: 'cancelled',
  refusal: null,
  specimens: [{ specimenId: 1, text: 'Azurite is put back on sale.', forLine: false }],
  money: null,
  mail: { to: 'ada@example.com', subject: 'Canceled', text: 'Hello' },
  hasMailServer: true,
};

test('canceling for a sale at the show names the address that is emailed', () => {
  expect(cancellationWords(effects)).toBe(
    'Azurite is put back on sale. ada@example.com will be emailed.',
  );
});

test('canceling for a sale at the show asks the owner to tell the buyer where no email goes', () => {
  const words = 'Azurite is put back on sale. No email is sent, so please tell the buyer yourself.';
  expect(cancellationWords({ ...effects, hasMailServer: false })).toBe(words);
  expect(cancellationWords({ ...effects, mail: null })).toBe(words);
});
