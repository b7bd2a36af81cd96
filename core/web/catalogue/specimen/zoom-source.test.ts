import { expect, test } from 'vitest';
import type { Picture } from '#core/contract/media/media.ts';
import { zoomSource } from './zoom-source.ts';

const picture: Picture = {
  kind: 'picture',
  id: 'p',
  width: 4000,
  height: 3000,
  widths: [320, 640],
  complete: true,
  placeholder: 'data:,',
  alt: '',
  light: null,
};

test('takes small renditions first and the full JPEG for the depths', () => {
  expect(zoomSource(picture, 'avif')).toEqual({
    src: '/media/p-full.jpg',
    srcset: '/media/p-320.avif 320w, /media/p-640.avif 640w, /media/p-full.jpg 4000w',
    width: 4000,
    height: 3000,
  });
});

test('takes what exists of a picture still in work', () => {
  expect(zoomSource({ ...picture, complete: false }, 'jpg')).toEqual({
    src: '/media/p-640.jpg',
    srcset: '/media/p-320.jpg 320w, /media/p-640.jpg 640w',
    width: 640,
    height: 480,
  });
});

test('takes a picture too small for renditions as it is', () => {
  expect(zoomSource({ ...picture, width: 60, height: 45, widths: [] }, 'avif')).toEqual({
    src: '/media/p-full.jpg',
    srcset: '/media/p-full.jpg 60w',
    width: 60,
    height: 45,
  });
});
