import { expect, test } from 'vitest';
import { settingSchemas } from '#core/contract/admin/settings.ts';
import type { BuyerOrder } from '#core/contract/selling/orders.ts';
import { type MailedOrder, payment } from './order-mail-parts.ts';
import type { Shop } from './template.ts';

test('how to pay a sale made elsewhere says nothing of Venmo, unlike an order that was placed in the shop', () => {
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
  expect(wordsOf('elsewhere')).not.toContain('Venmo');
  expect(wordsOf('elsewhere')).toContain('to arrange your payment of $90.00');
});
