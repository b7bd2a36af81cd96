import { expect, test } from 'vitest';
import type { Medium } from '#contract/media/media.ts';
import { videoIdsOf } from './send-turns.ts';

const file = (name: string) => new File(['…'], name, { type: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg' });
const medium = (kind: Medium['kind'], id: string) => ({ kind, id }) as Medium;
const [front, turning, side, back] = [file('front.jpg'), file('turning.mp4'), file('side.jpg'), file('back.mp4')];

test('each chosen video is the medium that the shop made of it, whatever lies between', () => {
  const media = [medium('picture', 'a'), medium('film', 'b'), medium('picture', 'c'), medium('film', 'd')];
  expect([...videoIdsOf([front, turning, side, back], media)]).toEqual([
    [turning, 'b'],
    [back, 'd'],
  ]);
  expect(videoIdsOf([front], [medium('picture', 'a')]).size).toBe(0);
});

test('where the shop has fewer videos, because two are the same, no turn goes to the wrong one', () => {
  expect(videoIdsOf([turning, back], [medium('film', 'b')]).size).toBe(0);
});
