import { afterEach, expect, test, vi } from 'vitest';
import type { Entry } from '#features/waiting-list/contract/waiting-list.ts';
import { appears, perform, render } from '#tests/support/render.tsx';
import { Place } from './place.tsx';

afterEach(() => vi.unstubAllGlobals());

const entry: Entry = {
  id: 1,
  specimenId: 2,
  title: 'Amethyst',
  state: 'offered',
  offeredUntil: '2026-11-22T12:00:00.000Z',
  ahead: null,
  isFollowed: true,
  hours: 24,
};

test('only the words about a place are announced, and they have the focus once it has been left', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ ...entry, state: 'left', offeredUntil: null }),
  );
  const page = await render(
    <Place entry={entry} link={{ id: 1, key: 'k' }} purchase={<form />} canWait={false} />,
  );
  const words = page.querySelector('[role="status"]');
  expect([words?.querySelector('h1') !== null, words?.querySelector('form, button')]).toEqual([
    true,
    null,
  ]);
  await perform(() => page.querySelector('button')?.click());
  await perform(() => page.querySelector<HTMLElement>('dialog .look-danger')?.click());
  await appears(() => document.activeElement === words || null);
});

test.each([
  [{}, /^Only you can buy Amethyst until .*\. If you leave, the next person in line gets it\.$/],
  [{ isFollowed: false }, /If you leave, it goes back on sale, and anyone can buy it\.$/],
  [
    { state: 'waiting', offeredUntil: null, ahead: 1 },
    /^You’re waiting for Amethyst\. One person is ahead of you\. If you leave, the next person takes your spot/,
  ],
  [
    { state: 'waiting', offeredUntil: null, ahead: 0, isFollowed: false },
    /You’re next in line\. If you leave, we won’t email you/,
  ],
] as const)('one press leaves no line: it says first what follows, %o', async (change, words) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => asked.push(url));
  const page = await render(
    <Place
      entry={{ ...entry, ...change }}
      link={{ id: 1, key: 'k' }}
      purchase={null}
      canWait={false}
    />,
  );
  await perform(() => page.querySelector('button')?.click());
  const dialog = page.querySelector('dialog');
  expect(dialog?.querySelector('p')?.textContent).toMatch(words);
  await perform(() => dialog?.querySelector<HTMLElement>('[data-focus-first]')?.click());
  expect([dialog?.open, asked]).toEqual([false, []]);
});

test('who let a turn pass joins again with one click, where there is a line', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    return Response.json({ ...entry, state: 'waiting', offeredUntil: null, ahead: 1 });
  });
  const passed = { ...entry, state: 'passed', offeredUntil: null } as const;
  const place = (canWait: boolean) =>
    render(<Place entry={passed} link={{ id: 1, key: 'k' }} purchase={null} canWait={canWait} />);
  expect((await place(false)).querySelector('button')).toBeNull();
  const button = (await place(true)).querySelector('button');
  expect(button?.textContent).toBe('Join again');
  await perform(() => button?.click());
  expect(asked).toEqual(['POST /api/waiting-list/1/confirmation']);
});
