import { type MouseEvent, useRef, useState } from 'react';
import type { Picture } from '#contract/media.ts';
import { isVideo } from '#contract/media-kind.ts';
import { largestJpeg } from '#contract/media-urls.ts';
import { ResponsiveImage } from '#web/ui/responsive-image.tsx';
import { VideoView } from '#web/ui/video-view.tsx';
import { LightsView } from './lights-view.tsx';
import { EnlargeIcon } from './stage-icons.tsx';
import { postersOf, type View } from './views.ts';

type Props = {
  view: View;
  /** What is shown, where the picture itself has no words. */
  title: string;
  /** `sizes` for a picture that may be as wide as this many per cent of the window's height. */
  sizesFor: (height: number) => string;
  eager: boolean;
  soon: boolean;
  /** It is shown, or beside the one that is. Others wait, lest a phone fetches what nobody may look at. */
  isNear: boolean;
  /** Asks for the picture over the whole screen. */
  onEnlarge: (event: MouseEvent<HTMLAnchorElement>, picture: Picture) => void;
};

/** One view in its frame, whose place is kept before anything has arrived. A picture is a link to its full size. */
export function StageView({ view, title, sizesFor, eager, soon, isNear, onEnlarge }: Props) {
  const lit = useRef<Picture>(null);
  const [wasNear, setWasNear] = useState(isNear);
  if (isNear && !wasNear) setWasNear(true);
  const [still] = postersOf(view);
  const ratio = still.width / still.height;
  // The lamp's slider needs room beneath the picture.
  const tall = view.kind === 'lights' ? '(var(--tall) - 6.5rem)' : 'var(--tall)';
  const frame = { aspectRatio: `${still.width} / ${still.height}`, maxWidth: `calc(${tall} * ${ratio})` };
  const load = { sizes: sizesFor(Math.ceil(ratio * 74)), eager, soon };

  if (view.kind === 'medium' && isVideo(view.medium)) {
    return (
      <div className="relative w-full" style={frame}>
        <VideoView video={view.medium} {...load} className="size-full object-contain" />
      </div>
    );
  }
  const picture = (
    <a
      href={largestJpeg(still)}
      data-still={still.id}
      draggable={false}
      aria-label={`Enlarge: ${still.alt || title}`}
      className="group/enlarge block size-full cursor-zoom-in -outline-offset-2"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') void import('./zoom.ts');
      }}
      onClick={(event) => onEnlarge(event, lit.current ?? still)}
    >
      {wasNear ? (
        <ResponsiveImage picture={still} {...load} className="size-full object-contain" />
      ) : (
        <noscript className="contents">
          <ResponsiveImage picture={still} {...load} className="size-full object-contain" />
        </noscript>
      )}
      <span className="absolute right-3 bottom-3 z-1 grid size-9 place-items-center rounded-full border border-white/25 bg-[#0b0a0c]/70 text-[#f3efe8] transition-opacity group-hover/enlarge:text-accent mouse:opacity-0 mouse:group-hover/view:opacity-100 mouse:group-focus-within/view:opacity-100">
        <EnlargeIcon className="size-4.5" />
      </span>
    </a>
  );
  if (view.kind === 'medium') {
    return (
      <div className="relative w-full" style={frame}>
        {picture}
      </div>
    );
  }
  return (
    <LightsView
      pictures={view.pictures}
      sizes={load.sizes}
      frame={frame}
      onLight={(light) => {
        lit.current = light;
      }}
    >
      {picture}
    </LightsView>
  );
}

/** What only a script could show otherwise: the video, and the piece under its lamps, one after the other. */
export function Unscripted({ view, sizesFor }: Pick<Props, 'view' | 'sizesFor'>) {
  if (view.kind === 'lights') {
    const [, ...lamps] = view.pictures;
    return (
      <noscript className="contents">
        {lamps.map((picture) => (
          <div key={picture.id} className="stage-view">
            <ResponsiveImage
              picture={picture}
              sizes={sizesFor(Math.ceil((picture.width / picture.height) * 74))}
              className="max-h-(--tall) w-auto"
            />
          </div>
        ))}
      </noscript>
    );
  }
  if (view.medium.kind === 'picture') return null;
  return (
    <noscript className="contents">
      <div className="stage-view">
        {/* biome-ignore lint/a11y/useMediaCaption: a stone turning, without words */}
        <video controls playsInline preload="none" width={view.medium.width} height={view.medium.height} className="max-h-(--tall) w-auto">
          <source src={view.medium.url} type={view.medium.type} />
        </video>
      </div>
    </noscript>
  );
}
