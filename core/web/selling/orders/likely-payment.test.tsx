import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { OrderKind } from '#core/contract/selling/order-kinds.ts';
import { settingsKey } from '#core/web/admin/settings/settings-queries.ts';
import { render } from '#tests/support/render.tsx';
import { useLikelyPayment, usePaidBy } from './likely-payment.ts';

type Shown = { kind: OrderKind; paidBy: string | null };

function Methods(order: Shown) {
  return [useLikelyPayment(order.kind, 'UTC').method, usePaidBy(order)].join(', ');
}

async function suggested(enabled: boolean, order: Shown): Promise<string | null> {
  const client = new QueryClient();
  client.setQueryData(settingsKey, { venmo_settings: { enabled, venmoUsername: '@druse' } });
  return (
    await render(
      <QueryClientProvider client={client}>
        <Methods {...order} />
      </QueryClientProvider>,
    )
  ).textContent;
}

test('suggests Venmo for orders of the shop while it takes Venmo, and cash for sales made elsewhere', async () => {
  expect(await suggested(true, { kind: 'cart', paidBy: null })).toBe('Venmo, Venmo');
  expect(await suggested(false, { kind: 'cart', paidBy: null })).toBe('Other, Other');
  expect(await suggested(false, { kind: 'elsewhere', paidBy: null })).toBe('Cash, Cash');
});

test('money goes back the way it came, whatever the shop takes now', async () => {
  expect(await suggested(false, { kind: 'direct', paidBy: 'Venmo' })).toBe('Other, Venmo');
  expect(await suggested(true, { kind: 'direct', paidBy: 'Zelle' })).toBe('Venmo, Zelle');
});
