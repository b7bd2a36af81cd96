import { afterAll, beforeEach, expect, test, vi } from 'vitest';

/** The module as in a freshly loaded page. */
async function openPage() {
  vi.resetModules();
  return import('./auth-hint.ts');
}

const guest = { isAuthenticated: false, userRole: 'guest' };

beforeEach(() => localStorage.clear());
// The next file may be run by the same worker, with the same modules.
afterAll(() => {
  localStorage.clear();
  vi.resetModules();
});

test('without a stored hint the visitor is a guest', async () => {
  expect((await openPage()).readHint()).toEqual(guest);
});

test('an unreadable hint means a guest, and is discarded', async () => {
  localStorage.setItem('auth', '{"userRole":');
  expect((await openPage()).readHint()).toEqual(guest);
  expect(localStorage.getItem('auth')).toBeNull();
});

test.each(['null', '12', '"admin"', '{"userRole":"root"}', '["admin"]'])(
  'the stored hint %s means a guest',
  async (stored) => {
    localStorage.setItem('auth', stored);
    expect((await openPage()).readHint()).toEqual(guest);
  },
);

test('a hint is read again after a reload, and listeners are notified of it', async () => {
  const page = await openPage();
  let notifications = 0;
  const unsubscribe = page.subscribeToHint(() => {
    notifications += 1;
  });
  page.writeHint({ isAuthenticated: true, userRole: 'admin' });
  unsubscribe();
  expect(notifications).toBe(1);
  expect((await openPage()).readHint()).toEqual({ isAuthenticated: true, userRole: 'admin' });
});
