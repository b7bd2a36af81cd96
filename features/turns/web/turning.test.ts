import { describe, expect, test } from 'vitest';
import { degreesOf, dragged, frameAt, glide, speedOf, steppedBy, turnWords } from './turning.ts';

/** The same numbers at every run, from 0 to 1. */
function* numbers(count: number): Generator<number> {
  let seed = 12_345;
  for (let index = 0; index < count; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield seed / 2_147_483_648;
  }
}

describe('the frame at a position', () => {
  test('is one of the frames, and the same after a full turn either way', () => {
    const random = numbers(3_000);
    for (const first of random) {
      const frames = 36 + Math.floor(first * 37);
      const position = ((random.next().value ?? 0) - 0.5) * 10_000;
      const frame = frameAt(position, frames);
      expect(Number.isInteger(frame) && frame >= 0 && frame < frames, `${frame} of ${frames}`).toBe(
        true,
      );
      expect(Object.is(frame, -0)).toBe(false);
      const distance = Math.abs(frameAt(position + frames, frames) - frame);
      // Where two frames are equally near, rounding may take either.
      expect(Math.min(distance, frames - distance)).toBeLessThanOrEqual(1);
    }
  });

  test('comes after the last one back to the first', () => {
    expect([-1, 0, 47, 48, 48.6, 96].map((position) => frameAt(position, 48))).toEqual([
      47, 0, 47, 0, 1, 0,
    ]);
  });
});

test('a drag across the picture turns once around, in whichever steps it is done, and back again', () => {
  const random = numbers(2_000);
  for (const first of random) {
    const width = 200 + first * 1_000;
    const by = ((random.next().value ?? 0) - 0.5) * 3_000;
    const part = (random.next().value ?? 0) * by;
    const inSteps = dragged(dragged(5, part, width, 60), by - part, width, 60);
    expect(inSteps).toBeCloseTo(dragged(5, by, width, 60), 6);
    expect(dragged(inSteps, -by, width, 60)).toBeCloseTo(5, 6);
  }
  expect(frameAt(dragged(7, 640, 640, 60), 60)).toBe(7);
  expect(frameAt(dragged(0, 160, 640, 60), 60)).toBe(15);
  // A picture that is not laid out yet.
  expect(dragged(3, 50, 0, 60)).toBe(3);
});

test('keys turn by a frame or a quarter, and to the beginning and the end', () => {
  expect(steppedBy('ArrowRight', 59, 60)).toBe(60);
  expect(steppedBy('ArrowLeft', 0, 60)).toBe(-1);
  expect(steppedBy('PageUp', 3.4, 60)).toBe(18);
  expect(steppedBy('PageDown', 3.4, 60)).toBe(-12);
  expect(steppedBy('Home', 123, 60)).toBe(0);
  expect(steppedBy('End', 123, 60)).toBe(59);
  expect(steppedBy('Enter', 0, 60)).toBeNull();
});

test('the words say by how many degrees the piece is turned', () => {
  expect(turnWords(0, 60)).toBe('Rotated 0°');
  expect(turnWords(15, 60)).toBe('Rotated 90°');
  expect(degreesOf(71, 72)).toBe(355);
});

test('a turn that is let go comes to rest within half a second, in the direction it had, and not far', () => {
  for (const by of numbers(200)) {
    let state = { position: 0, speed: speedOf((by - 0.5) * 100, 50) };
    const way = Math.sign(state.speed);
    let passed = 0;
    for (; state.speed !== 0; passed += 16) {
      const next = glide(state.position, state.speed, 16);
      expect(Math.sign(next.position - state.position)).toBe(way);
      expect(Math.abs(next.speed)).toBeLessThan(Math.abs(state.speed));
      state = next;
    }
    expect(passed).toBeLessThan(500);
    expect(Math.abs(state.position)).toBeLessThan(4);
  }
  expect(speedOf(3, 0)).toBe(0);
});
