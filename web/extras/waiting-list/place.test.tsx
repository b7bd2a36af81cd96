import { afterEach, expect, test, vi } from 'vitest';
import type { Entry } from '#contract/extras/waiting-list/waiting-list.ts';
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
  vi.stubGlobal('fetch', async () => Response.json({ ...entry, state: 'left', offeredUntil: null }));
  const page = await render(<Place entry={entry} link={{ id: 1, key: 'k' }} timeZone="UTC" purchase={<form />} />);
  const words = page.querySelector('[role="status"]');
  expect([words?.querySelector('h1') !== null, words?.querySelector('form, button')]).toEqual([true, null]);
  await perform(() => page.querySelector('button')?.click());
  await appears(() => document.activeElement === words || null);
});
