import { expect, test } from 'vitest';
import { settingSchemas } from '#core/contract/admin/settings.ts';
import type { BuyerOrder } from '#core/contract/selling/orders.ts';
import { type MailedOrder, payment } from './order-mail-parts.ts';
import type { Shop } from './template.ts';

test('an order on hold by hand is paid by Venmo, as one that was placed in the shop', () => {
  const shop: Shop = {
    settings: {
      general: settingSchemas.general.parse({}),
      venmo_settings: settingSchemas.venmo_settings.parse({
        venmoUsername: 'druse',
        enabled: true,
      }),
    },
    origin: '',
  };
  const wordsOf = (kind: BuyerOrder['kind']) =>
    JSON.stringify(
      payment(
        {
          id: 7,
          kind,
          dueAmount: '90.00',
          heldUntil: null,
          lines: [{ quantity: 1 }],
        } as MailedOrder,
        shop,
      ),
    );
  expect(wordsOf('direct')).toContain('Send $90.00 via Venmo to @druse');
  expect(wordsOf('elsewhere')).toBe(wordsOf('direct'));
});
