import { expect, test } from 'vitest';
import { gridOf, MAX_FRAMES, MIN_FRAMES } from '#core/contract/media/turns.ts';
import { MAX_TURN_PIXELS } from '#features/turns/contract/turn-limits.ts';
import { frameSizeOf, gridFor, momentsOf, timesOf } from './frame-plan.ts';

test('frames of any video fit what the shop takes, in the shape of the video', () => {
  const videos = [48, 64, 480, 640, 720, 1080, 1280, 1920, 2160, 3840].flatMap((width) =>
    [48, 64, 360, 480, 720, 1080, 1920, 2160, 3840].map((height) => ({ width, height })),
  );
  for (const video of videos) {
    for (let frames = MIN_FRAMES; frames <= MAX_FRAMES; frames += 1) {
      const grid = gridOf(frames);
      const { width, height } = frameSizeOf(video, grid);
      const name = `${video.width} × ${video.height}, ${frames} frames`;
      expect(width, name).toBeLessThanOrEqual(video.width);
      expect(height, name).toBeLessThanOrEqual(video.height + 4);
      expect(width * grid.columns * height * grid.rows, name).toBeLessThanOrEqual(MAX_TURN_PIXELS);
      expect(Math.max(width * grid.columns, height * grid.rows), name).toBeLessThanOrEqual(6_000);
      expect(
        Math.abs(Math.log((width / height) * (video.height / video.width))),
        name,
      ).toBeLessThan(0.04);
    }
  }
});

test('a longer turn has more frames, never more or fewer than the shop takes', () => {
  expect([0.1, 1, 2, 2.5, 60].map((end) => gridFor({ start: 0, end }).frames)).toEqual([
    36, 36, 48, 48, 48,
  ]);
  expect(gridFor({ start: 3, end: 4.7 })).toEqual({ frames: 40, columns: 7, rows: 6 });
});

test('frames are taken at equal intervals, without the end, which looks as the start', () => {
  expect(timesOf({ start: 1, end: 3 }, 4)).toEqual([1, 1.5, 2, 2.5]);
  expect(momentsOf({ start: 0, end: 4 })).toHaveLength(60);
  expect(momentsOf({ start: 0, end: 600 })).toHaveLength(300);
});
