import { beforeEach, expect, test, vi } from 'vitest';

/** The module as a freshly loaded page has it. */
async function openPage() {
  vi.resetModules();
  return import('./auth-hint.ts');
}

const guest = { isAuthenticated: false, userRole: 'guest' };

beforeEach(() => localStorage.clear());

test('nothing stored is a guest', async () => {
  expect((await openPage()).readHint()).toEqual(guest);
});

test('unreadable data is a guest, and discarded', async () => {
  localStorage.setItem('auth', '{"userRole":');
  expect((await openPage()).readHint()).toEqual(guest);
  expect(localStorage.getItem('auth')).toBeNull();
});

test.each(['null', '12', '"admin"', '{"userRole":"root"}', '["admin"]'])('%s is a guest', async (stored) => {
  localStorage.setItem('auth', stored);
  expect((await openPage()).readHint()).toEqual(guest);
});

test('who logged in is there again after a reload, and whoever listens hears it', async () => {
  const page = await openPage();
  let heard = 0;
  const unsubscribe = page.subscribeToHint(() => {
    heard += 1;
  });
  page.writeHint({ isAuthenticated: true, userRole: 'admin' });
  unsubscribe();
  expect(heard).toBe(1);
  expect((await openPage()).readHint()).toEqual({ isAuthenticated: true, userRole: 'admin' });
});
