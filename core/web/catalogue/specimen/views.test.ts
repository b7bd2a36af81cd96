import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitIn } from '#core/contract/media/lights.ts';
import type { Light, Medium, Picture, Video } from '#core/contract/media/media.ts';
import { levelWords, nameOf, postersOf, shares, viewsOf } from './views.ts';

const picture = (id: string, light: Light | null = null, width = 1600, height = 1200): Picture => ({
  kind: 'picture',
  id,
  width,
  height,
  widths: [320, 640],
  complete: true,
  placeholder: 'data:,',
  alt: `What ${id} shows`,
  light,
});
const video = (id: string): Video => ({
  kind: 'film',
  id,
  width: 9,
  height: 9,
  url: '/f.mp4',
  type: 'video/mp4',
  alt: id,
  poster: picture(id),
});
const shown = (main: Medium, ...additional: Medium[]) =>
  viewsOf(main, additional).map((view) =>
    postersOf(view)
      .map(({ id }) => id)
      .join('+'),
  );

describe('views', () => {
  test('are the media in their order', () => {
    expect(shown(picture('a'), video('b'), picture('c', 'detail'))).toEqual(['a', 'b', 'c']);
    expect(viewsOf(picture('a'), [video('b'), picture('c', 'detail')]).map(nameOf)).toEqual([
      'What a shows',
      'Video',
      'Detail',
    ]);
  });

  test('put a piece in daylight and under its lamps over each other, long waves first', () => {
    expect(
      shown(
        picture('a'),
        picture('b', 'detail'),
        picture('s', 'short-wave-uv'),
        picture('l', 'long-wave-uv'),
      ),
    ).toEqual(['a+l+s', 'b']);
    expect(shown(picture('s', 'short-wave-uv'), picture('b'), picture('d', 'daylight'))).toEqual([
      'd+s',
      'b',
    ]);
    expect(shown(video('f'), picture('d', 'daylight'), picture('s', 'short-wave-uv'))).toEqual([
      'f',
      'd+s',
    ]);
    expect(viewsOf(picture('a'), [picture('s', 'short-wave-uv')]).map(nameOf)).toEqual([
      'Daylight, Short-wave UV',
    ]);
  });

  test('leave alone what has no counterpart', () => {
    expect(shown(picture('d', 'daylight'), picture('x'))).toEqual(['d', 'x']);
    expect(shown(picture('s', 'short-wave-uv'), picture('x'))).toEqual(['s', 'x']);
    expect(shown(video('f'), picture('x'), picture('s', 'short-wave-uv'))).toEqual(['f', 'x', 's']);
    expect(shown(picture('m', 'detail'), picture('s', 'short-wave-uv'))).toEqual(['m', 's']);
    expect(
      shown(picture('d'), picture('s', 'short-wave-uv'), picture('t', 'short-wave-uv')),
    ).toEqual(['d+s', 't']);
  });

  test('lose and double nothing', () => {
    const lights = fc.constantFrom<Light | null | 'film'>(
      'daylight',
      'long-wave-uv',
      'short-wave-uv',
      'detail',
      'label',
      null,
      'film',
    );
    fc.assert(
      fc.property(fc.array(lights, { minLength: 1, maxLength: 8 }), (kinds) => {
        const media = kinds.map((kind, index) =>
          kind === 'film' ? video(`${index}`) : picture(`${index}`, kind),
        );
        const [main, ...additional] = media;
        const ids = viewsOf(main as Medium, additional).flatMap((view) =>
          postersOf(view).map(({ id }) => id),
        );
        expect(ids.toSorted()).toEqual(media.map(({ id }) => id));
      }),
    );
  });
});

describe('the lamps', () => {
  const pictures = [picture('d'), picture('l', 'long-wave-uv'), picture('s', 'short-wave-uv')];

  test.each([
    [0, [0, 0], 'Daylight'],
    [0.6, [0.6, 0], 'Long-wave UV 60%'],
    [1, [1, 0], 'Long-wave UV'],
    [1.25, [1, 0.25], 'Short-wave UV 25%'],
    [2, [1, 1], 'Short-wave UV'],
  ])('at %d', (level, expected, words) => {
    expect(shares(level, 2)).toEqual(expected);
    expect(levelWords(level, pictures)).toBe(words);
  });

  test('lie in the frame of the daylight', () => {
    const frame = picture('d', 'daylight', 1600, 1280);
    expect(fitIn(frame, picture('same', null, 800, 640))).toBe('cover');
    expect(fitIn(frame, picture('three by two', null, 1500, 1000))).toBe('cover');
    expect(fitIn(frame, picture('upright', null, 1280, 1600))).toBe('contain');
    expect(fitIn(picture('upright', null, 1280, 1600), frame)).toBe('contain');
  });
});
