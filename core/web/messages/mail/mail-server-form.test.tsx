import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { MailServer } from '#core/contract/messages/mail-server.ts';
import { perform, render } from '#tests/support/render.tsx';
import { MailServerForm } from './mail-server-form.tsx';

const saved = {
  provider: 'other',
  host: 'mail.example',
  port: 2525,
  security: 'starttls',
  user: 'ada',
  sender: 'ada@shop.example',
} as const;
const server: MailServer = { source: 'settings', saved, host: saved.host, sender: saved.sender };

test('who looks at another provider and comes back finds the server as it was', async () => {
  const rootRoute = createRootRoute({
    component: () => <MailServerForm server={server} onSaved={() => {}} />,
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await router.load();
  const form = await render(<RouterProvider router={router as never} />);
  const [provider] = form.querySelectorAll('select');
  const choose = (value: string) =>
    perform(() => {
      if (provider) provider.value = value;
      provider?.dispatchEvent(new Event('change', { bubbles: true }));
    });
  const host = () => form.querySelector<HTMLInputElement>('input[name=host]')?.value;
  expect(host()).toBe('mail.example');
  for (const name of ['gmail', 'fastmail']) {
    await choose(name);
    expect(host()).toBeUndefined();
  }
  await choose('other');
  expect([host(), form.querySelector<HTMLInputElement>('input[inputmode=numeric]')?.value]).toEqual(
    ['mail.example', '2525'],
  );
});
