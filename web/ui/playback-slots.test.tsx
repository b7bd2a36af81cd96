import { useState } from 'react';
import { expect, test } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { remember, startsPaused, usePlaybackSlot } from './playback-slots.ts';

type OrderRequest = { wants: boolean; asked: number };
const wish: Record<string, (wish: OrderRequest) => void> = {};

function Video({ name }: { name: string }) {
  const [{ wants, asked }, set] = useState<OrderRequest>({ wants: false, asked: 0 });
  wish[name] = set;
  return usePlaybackSlot(wants, asked) ? name : null;
}

test('two films play at a time: those that came last, or were asked for', async () => {
  const element = await render(['a', 'b', 'c'].map((name) => <Video key={name} name={name} />));
  const playing = () => element.textContent;
  const set = (name: string, wants: boolean, asked = 0) => perform(() => wish[name]?.({ wants, asked }));

  expect(playing()).toBe('');
  await set('a', true);
  await set('b', true);
  expect(playing()).toBe('ab');
  await set('c', true);
  expect(playing()).toBe('bc');
  await set('a', true, 1);
  expect(playing()).toBe('ac');
  await set('c', false);
  expect(playing()).toBe('ab');
});

test('a film starts by itself unless the visitor paused it', () => {
  expect(startsPaused('/media/film.mp4')).toBe(false);
  remember('/media/film.mp4', 'pause');
  expect(startsPaused('/media/film.mp4')).toBe(true);
  remember('/media/film.mp4', 'play');
  expect(startsPaused('/media/film.mp4')).toBe(false);
});
