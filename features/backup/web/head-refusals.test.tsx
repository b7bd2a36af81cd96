import { afterEach, expect, test, vi } from 'vitest';
import { Refusals } from '#core/web/admin/account/refusals.tsx';
import { appears, perform, render } from '#tests/support/render.tsx';
import { send } from '#ui/lib/api.ts';
import { loginDialog } from '#ui/lib/login-dialog.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  loginDialog.set(false);
});

/** A response to HEAD has no body, so its status alone says why the shop refuses. */
const answer = (...statuses: number[]) => {
  const responses = statuses.map((status) => new Response(null, { status }));
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/manage/backup'
      ? responses.shift()
      : new Response('{"passkeys":[],"obstacle":null}'),
  );
};

test('a response to HEAD says by its status alone that the session has ended', async () => {
  await render(<Refusals />);
  answer(401);
  await expect(send('HEAD /api/manage/backup')).rejects.toMatchObject({ status: 401 });
  expect(loginDialog.get()).toBe(true);
});

test('a response to HEAD says by its status alone that the owner must confirm, and is sent again then', async () => {
  await render(<Refusals />);
  answer(403, 204);
  const request = send('HEAD /api/manage/backup');
  const field = await appears(() =>
    document.querySelector<HTMLInputElement>('dialog[open] [name=password]'),
  );
  field.value = 'right';
  await perform(() => field.form?.requestSubmit());
  expect((await request).status).toBe(204);
});
