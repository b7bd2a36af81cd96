import { afterEach, expect, test, vi } from 'vitest';
import type { Video } from '#core/contract/media/media.ts';
import { perform, render } from '#tests/support/render.tsx';
import { VideoView } from './video-view.tsx';

const video: Video = {
  kind: 'film',
  id: 'f0',
  width: 640,
  height: 480,
  url: '/media/f0.mp4',
  type: 'video/mp4',
  alt: 'Turning',
  poster: {
    kind: 'picture',
    id: 'a0',
    width: 640,
    height: 480,
    widths: [320],
    complete: true,
    placeholder: 'data:,',
    alt: '',
    light: null,
  },
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('of several changes of visibility reported at once the last one decides whether the video plays', async () => {
  const callbacks: IntersectionObserverCallback[] = [];
  class Observer {
    constructor(callback: IntersectionObserverCallback) {
      callbacks.push(callback);
    }
    observe = () => {};
    disconnect = () => {};
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.spyOn(HTMLVideoElement.prototype, 'canPlayType').mockReturnValue('maybe');
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue();
  const element = await render(<VideoView video={video} sizes="100vw" />);
  const see = (...views: boolean[]) => {
    const entries = views.map((isIntersecting) => ({
      isIntersecting,
    })) as IntersectionObserverEntry[];
    return perform(() => callbacks.at(-1)?.(entries, {} as IntersectionObserver));
  };
  const button = () => element.querySelector('button')?.getAttribute('aria-label');

  await see(false, true);
  await perform(() => vi.dynamicImportSettled());
  expect(button()).toBe('Pause video');
  await see(true, false);
  expect(button()).toBe('Play video');
});
