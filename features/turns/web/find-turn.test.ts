import { describe, expect, test } from 'vitest';
import { findTurn, type Moment, wayOf } from './find-turn.ts';

const [WIDTH, HEIGHT] = [32, 24];
const RATE = 15;

type Video = {
  seconds: number;
  secondsATurn: number;
  flicker?: number;
  noise?: number;
  sides?: number;
};

/** A video of bright grains on a dark piece that turns around an upright axis, seen from the front. */
function video({ seconds, secondsATurn, flicker = 0, noise = 0, sides = 0 }: Video): Moment[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const grains = Array.from({ length: 14 }, () => ({
    angle: random() * 2 * Math.PI,
    y: 3 + random() * 18,
    light: 60 + random() * 120,
  }));
  // What looks alike from several sides, as the edges of a cube do.
  const edges = [4, 8, 12, 16, 20].flatMap((y) =>
    Array.from({ length: sides }, (_, side) => ({
      angle: (side * 2 * Math.PI) / sides,
      y,
      light: 300,
    })),
  );
  return Array.from({ length: Math.round(seconds * RATE) }, (_, index) => {
    const time = index / RATE;
    const lightness = new Float32Array(WIDTH * HEIGHT).fill(20 + flicker * Math.sin(time * 9));
    for (const { angle, y, light } of [...grains, ...edges]) {
      const at = angle + (time / secondsATurn) * 2 * Math.PI;
      if (Math.cos(at) < 0) continue;
      const x = WIDTH / 2 + Math.sin(at) * 12;
      for (let row = 0; row < HEIGHT; row += 1) {
        for (let column = 0; column < WIDTH; column += 1) {
          const near = Math.exp(-((column - x) ** 2 + (row - y) ** 2) / 5);
          lightness[row * WIDTH + column] =
            (lightness[row * WIDTH + column] ?? 0) + light * near * Math.cos(at);
        }
      }
    }
    return {
      time,
      width: WIDTH,
      lightness: lightness.map((value) => value + (random() - 0.5) * noise),
    };
  });
}

describe('one full turn', () => {
  test('is found wherever it ends in a longer video', () => {
    for (let secondsATurn = 2; secondsATurn < 12; secondsATurn += 1.37) {
      for (const turns of [1.2, 1.7, 2.3, 3.1]) {
        const seconds = secondsATurn * turns;
        const found = findTurn(video({ seconds, secondsATurn }), seconds);
        expect(found, `${secondsATurn} s, ${turns} turns`).toMatchObject({
          start: 0,
          isSure: true,
        });
        expect(
          Math.abs(found.end - secondsATurn),
          `${secondsATurn} s, ${turns} turns`,
        ).toBeLessThanOrEqual(1 / RATE);
      }
    }
  });

  test('is the whole video where that is made to be repeated', () => {
    for (const seconds of [3, 4.4, 8]) {
      expect(findTurn(video({ seconds, secondsATurn: seconds }), seconds)).toEqual({
        start: 0,
        end: seconds,
        isSure: true,
      });
    }
  });

  test('is found under a lamp that flickers, through grain', () => {
    const found = findTurn(video({ seconds: 9, secondsATurn: 6, flicker: 8, noise: 12 }), 9);
    expect(found.isSure).toBe(true);
    expect(found.end).toBeCloseTo(6, 0);
  });

  test('of a piece that looks alike from four sides is the whole one', () => {
    const found = findTurn(video({ seconds: 10, secondsATurn: 7, sides: 4 }), 10);
    expect(found.isSure).toBe(true);
    expect(found.end).toBeCloseTo(7, 1);
  });
});

describe('where there is no full turn, the video is taken as a whole, unsure', () => {
  const whole = (seconds: number) => ({ start: 0, end: seconds, isSure: false });

  test('half a turn', () => {
    expect(findTurn(video({ seconds: 4, secondsATurn: 8 }), 4)).toEqual(whole(4));
  });

  test('a piece that does not turn', () => {
    expect(
      findTurn(video({ seconds: 3, secondsATurn: Number.POSITIVE_INFINITY, noise: 3 }), 3),
    ).toEqual(whole(3));
  });

  test('a video of one moment, or of none', () => {
    expect(findTurn(video({ seconds: 3, secondsATurn: 3 }).slice(0, 1), 3)).toEqual(whole(3));
    expect(findTurn([], 0)).toEqual(whole(0));
  });
});

test('the way that the front moves is seen, and is to the right where nothing moves', () => {
  for (const secondsATurn of [2, 4, 7, 12]) {
    const moments = video({ seconds: secondsATurn, secondsATurn, noise: 4 });
    expect(wayOf(moments), `${secondsATurn} s`).toBe('right');
    expect(wayOf([...moments].reverse()), `${secondsATurn} s`).toBe('left');
  }
  expect(wayOf([])).toBe('right');
});
