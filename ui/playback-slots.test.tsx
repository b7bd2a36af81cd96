import { useState } from 'react';
import { expect, test } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { remember, startsPaused, usePlaybackSlot } from './playback-slots.ts';

type Demand = { wants: boolean; asked: number };
const setDemand: Record<string, (demand: Demand) => void> = {};

function Video({ name }: { name: string }) {
  const [{ wants, asked }, set] = useState<Demand>({ wants: false, asked: 0 });
  setDemand[name] = set;
  return usePlaybackSlot(wants, asked) ? name : null;
}

test('two videos play at a time: the two that came into view or were asked for last', async () => {
  const element = await render(['a', 'b', 'c'].map((name) => <Video key={name} name={name} />));
  const playing = () => element.textContent;
  const set = (name: string, wants: boolean, asked = 0) =>
    perform(() => setDemand[name]?.({ wants, asked }));

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

test('a video starts by itself unless the visitor has paused it', () => {
  expect(startsPaused('/media/film.mp4')).toBe(false);
  remember('/media/film.mp4', 'pause');
  expect(startsPaused('/media/film.mp4')).toBe(true);
  remember('/media/film.mp4', 'play');
  expect(startsPaused('/media/film.mp4')).toBe(false);
});
