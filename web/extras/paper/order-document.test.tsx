import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { Recipient } from './order-document.tsx';

test('a recipient is headed only where something is known, and has no empty lines', async () => {
  const shown = async (customerName: string, customerAddress: string) =>
    (await render(<Recipient title="Ship to" order={{ customerName, customerAddress }} />)).innerHTML;
  expect(await shown('', '')).toBe('');
  expect(await shown('Bo Caller', '')).toContain('>Bo Caller<');
  expect(await shown('', '1 Quarry Road')).toContain('>1 Quarry Road<');
  expect(await shown('Bo Caller', '1 Quarry Road')).toContain('>Bo Caller\n1 Quarry Road<');
});
