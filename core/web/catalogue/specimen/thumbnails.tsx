import { useRef } from 'react';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { nameOf, postersOf, type View } from './views.ts';

type Props = {
  views: readonly View[];
  shown: number;
  /** @returns the view shown then: the first follows the last. */
  onChoose: (view: number) => number;
};

export function Thumbnails({ views, shown, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the keys; arrows are their shortcut
    <div
      ref={list}
      className="needs-script stage-thumbs flex flex-wrap justify-center gap-3"
      onKeyDown={({ key }) => {
        const way = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (way !== undefined)
          list.current?.querySelectorAll('button')[onChoose(shown + way)]?.focus();
      }}
    >
      {views.map((view, place) => {
        const [picture, ...lamps] = postersOf(view);
        const lamp = lamps.at(-1);
        const label =
          view.kind === 'lights'
            ? 'Light'
            : isVideo(view.medium)
              ? 'Video'
              : picture.light
                ? nameOf(view)
                : null;
        return (
          <button
            key={picture.id}
            type="button"
            aria-pressed={place === shown}
            aria-label={`Show view ${place + 1} of ${views.length}: ${nameOf(view)}`}
            onClick={() => onChoose(place)}
            className="relative size-16 overflow-hidden opacity-60 transition-opacity hover:opacity-100 aria-pressed:opacity-100 aria-pressed:ring-1 aria-pressed:ring-ink aria-pressed:ring-offset-3 aria-pressed:ring-offset-ground sm:size-18"
          >
            <ResponsiveImage
              picture={picture}
              sizes="4.5rem"
              alt=""
              className="size-full object-cover"
            />
            {lamp && (
              <span className="absolute inset-0 [clip-path:inset(0_0_0_50%)]">
                <ResponsiveImage
                  picture={lamp}
                  sizes="4.5rem"
                  alt=""
                  className="size-full object-cover"
                />
              </span>
            )}
            {label && (
              <span className="absolute inset-x-0 bottom-0 bg-black/70 py-0.5 text-[0.65rem] leading-tight text-white">
                {label}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
