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
  await appears(() => document.activeElement === words || null);
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
