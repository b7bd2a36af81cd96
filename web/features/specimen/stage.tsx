import { useRef, useState } from 'react';
import type { Light, Medium } from '#contract/media.ts';
import { stillOf } from '#contract/media-address.ts';
import { MediumView } from '#web/ui/medium-view.tsx';
import { Photograph } from '#web/ui/photograph.tsx';

const lightWords: Record<Light, string> = {
  daylight: 'Daylight',
  'long-wave-uv': 'Long-wave UV',
  'short-wave-uv': 'Short-wave UV',
  detail: 'Detail',
  label: 'Label',
};

/** The dark room with one medium large and, where there are several, small ones to choose from. Arrow keys move between them. */
export function Stage({ media, sizes }: { media: Medium[]; sizes: string }) {
  const [index, setIndex] = useState(0);
  const strip = useRef<HTMLDivElement>(null);
  const shown = media[index] ?? media[0];
  if (!shown) return null;

  const choose = (next: number) => {
    const wrapped = (next + media.length) % media.length;
    setIndex(wrapped);
    strip.current?.querySelectorAll('button')[wrapped]?.focus();
  };

  return (
    <div className="flex h-full min-h-0 flex-col gap-4">
      <div className="relative grid min-h-0 flex-1 place-items-center">
        <div
          key={shown.id}
          className="relative mx-auto max-h-[min(74svh,46rem)] w-full"
          style={{ aspectRatio: `${shown.width} / ${shown.height}`, maxWidth: `calc(min(74svh, 46rem) * ${shown.width / shown.height})` }}
        >
          <MediumView medium={shown} sizes={sizes} eager className="size-full object-contain" />
        </div>
      </div>
      {media.length > 1 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the keys; arrows are their shortcut
        <div
          ref={strip}
          className="flex flex-wrap justify-center gap-3"
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') choose(index + 1);
            if (event.key === 'ArrowLeft') choose(index - 1);
          }}
        >
          {media.map((medium, place) => {
            const still = stillOf(medium);
            return (
              <button
                key={medium.id}
                type="button"
                aria-pressed={place === index}
                aria-label={`Show view ${place + 1} of ${media.length}: ${still.light ? lightWords[still.light] : medium.kind === 'film' ? 'Film' : still.alt}`}
                onClick={() => setIndex(place)}
                className="relative size-18 overflow-hidden opacity-70 transition-opacity hover:opacity-100 aria-pressed:opacity-100 aria-pressed:ring-2 aria-pressed:ring-accent aria-pressed:ring-offset-2 aria-pressed:ring-offset-ground"
              >
                <Photograph picture={still} sizes="4.5rem" alt="" className="size-full object-cover" />
                {still.light && still.light !== 'daylight' && (
                  <span className="absolute inset-x-0 bottom-0 bg-black/70 py-0.5 text-[0.65rem] text-white">
                    {lightWords[still.light]}
                  </span>
                )}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
