import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { appears, perform, render } from '#tests/support/render.tsx';
import { send } from '#ui/lib/api.ts';
import { loginDialog } from '#ui/lib/login-dialog.ts';
import { upload } from '#ui/lib/upload.ts';
import { Refusals } from './refusals.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  loginDialog.set(false);
});

const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: 'No.' }), { status });

/** The shop answers each path with the next of its responses; what was asked for is in the list. */
function answer(responses: Record<string, Response[]>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    return responses[path]?.shift() ?? new Response('{"passkeys":[],"obstacle":null}');
  });
  return asked;
}

const dialog = () => document.querySelector<HTMLElement>('dialog[open]');
const settled = (request: Promise<unknown>) => request.then(() => 'done', String);

async function confirmWith(password: string) {
  const field = await appears(() => dialog()?.querySelector<HTMLInputElement>('[name=password]'));
  field.value = password;
  await perform(() => field.form?.requestSubmit());
}

function Leavable() {
  const [isLeft, setLeft] = useState(false);
  return isLeft ? null : (
    <>
      <Refusals />
      <button type="button" onClick={() => setLeft(true)}>
        Leave
      </button>
    </>
  );
}

test('where the session has ended, the login opens and the caller hears of it', async () => {
  await render(<Refusals />);
  answer({ '/api/settings': [problem(401, 'unauthorized')] });
  await expect(send('GET /api/settings')).rejects.toMatchObject({ status: 401 });
  expect(loginDialog.get()).toBe(true);
});

test('what is refused once the page has been left opens the login too, but asks nothing', async () => {
  const page = await render(<Leavable />);
  await perform(() => page.querySelector('button')?.click());
  answer({
    '/api/settings': [problem(403, 'confirmation_required'), problem(401, 'unauthorized')],
  });
  await expect(send('GET /api/settings')).rejects.toMatchObject({ status: 403 });
  expect([loginDialog.get(), dialog()]).toEqual([false, null]);
  await expect(send('GET /api/settings')).rejects.toMatchObject({ status: 401 });
  expect(loginDialog.get()).toBe(true);
});

function refuseUploads(status: number, code: string) {
  class Refused {
    upload = {};
    status = status;
    statusText = '';
    responseText = JSON.stringify({ code, message: 'No.' });
    onload = () => {};
    open() {}
    send() {
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Refused);
}

test('an upload, which cannot be sent again, asks nothing', async () => {
  await render(<Refusals />);
  refuseUploads(403, 'confirmation_required');
  await expect(upload('POST /api/media', new FormData(), {})).rejects.toMatchObject({
    status: 403,
  });
  expect(dialog()).toBeNull();
});

test('an upload opens the login too', async () => {
  await render(<Refusals />);
  refuseUploads(401, 'unauthorized');
  await expect(upload('POST /api/media', new FormData(), {})).rejects.toMatchObject({
    status: 401,
  });
  expect(loginDialog.get()).toBe(true);
});

test('a wrong password is no ended session, nor is a refusal of a proxy', async () => {
  await render(<Refusals />);
  for (const response of [
    problem(401, 'wrong_credentials'),
    new Response('<h1>401</h1>', { status: 401 }),
    problem(403, 'local_only'),
  ]) {
    answer({ '/api/settings': [response] });
    await expect(send('GET /api/settings')).rejects.toMatchObject({ name: 'ApiError' });
  }
  expect([loginDialog.get(), dialog()]).toEqual([false, null]);
});

test('once the admin has confirmed it, all that the shop has refused is sent again', async () => {
  await render(<Refusals />);
  const asked = answer({
    '/api/specimens/1': [problem(403, 'confirmation_required')],
    '/api/specimens/2': [problem(403, 'confirmation_required')],
    '/api/auth/confirm': [problem(401, 'wrong_credentials')],
  });
  const requests = Promise.all([
    send('DELETE /api/specimens/:id', { params: { id: 1 } }),
    send('DELETE /api/specimens/:id', { params: { id: 2 } }),
  ]);
  await confirmWith('wrong');
  await appears(() => dialog()?.textContent.includes('That isn’t your password'));
  await confirmWith('right');
  expect((await requests).map(({ ok }) => ok)).toEqual([true, true]);
  await appears(() => dialog() === null);
  expect(asked.filter((request) => request.startsWith('DELETE'))).toEqual([
    'DELETE /api/specimens/1',
    'DELETE /api/specimens/2',
    'DELETE /api/specimens/1',
    'DELETE /api/specimens/2',
  ]);
});

test('closing the question calls the request off', async () => {
  await render(<Refusals />);
  const asked = answer({ '/api/specimens/1': [problem(403, 'confirmation_required')] });
  const request = settled(send('DELETE /api/specimens/:id', { params: { id: 1 } }));
  const close = await appears(() => dialog()?.querySelector<HTMLElement>('[aria-label=Close]'));
  await perform(() => close.click());
  expect([await request, dialog()]).toEqual(['AbortError: Cancelled', null]);
  expect(asked.filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
  expect(loginDialog.get()).toBe(false);
});

test('leaving the page calls off what waits for the answer', async () => {
  const page = await render(<Leavable />);
  const leave = page.querySelector('button');
  answer({ '/api/specimens/1': [problem(403, 'confirmation_required')] });
  const request = settled(send('DELETE /api/specimens/:id', { params: { id: 1 } }));
  await appears(() => dialog());
  await perform(() => leave?.click());
  expect([await request, dialog()]).toEqual(['AbortError: Cancelled', null]);
});

test('where the session ends before the admin has confirmed, the login takes the place of the question', async () => {
  await render(<Refusals />);
  answer({
    '/api/settings': [problem(403, 'confirmation_required')],
    '/api/auth/confirm': [problem(401, 'unauthorized')],
  });
  const request = settled(send('GET /api/settings'));
  await confirmWith('right');
  expect([await request, dialog(), loginDialog.get()]).toEqual([
    'AbortError: Cancelled',
    null,
    true,
  ]);
});
