import { lazyRouteComponent } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Picture } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { largestJpeg } from '#core/contract/media/media-urls.ts';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { EnlargeIcon } from './stage-icons.tsx';
import { postersOf, type View } from './views.ts';

/** Few pieces have a lamp or a video; the others need no code for it. */
const LightsView = lazyRouteComponent(() => import('./lights-view.tsx'), 'LightsView');
const VideoStage = lazyRouteComponent(() => import('./video-stage.tsx'), 'VideoStage');
// A server draws them at once.
if (import.meta.env.SSR) await Promise.all([LightsView.preload?.(), VideoStage.preload?.()]);

type Props = {
  view: View;
  /** For pictures without alternative text. */
  title: string;
  /** At most this many percent of the window's height. */
  sizesFor: (height: number) => string;
  eager: boolean;
  soon: boolean;
  /** It or a neighbor is shown: a phone does not fetch what no one may look at. */
  isNear: boolean;
  onEnlarge: (event: MouseEvent<HTMLAnchorElement>, picture: Picture) => void;
  children: ReactNode;
};

/** The frame has its size before anything has loaded. */
export function StageView({
  view,
  title,
  sizesFor,
  eager,
  soon,
  isNear,
  onEnlarge,
  children,
}: Props) {
  const lit = useRef<Picture>(null);
  const isHydrated = useHydrated();
  const [wasNear, setWasNear] = useState(isNear);
  if (isNear && !wasNear) setWasNear(true);
  const [picture] = postersOf(view);
  const ratio = picture.width / picture.height;
  // The lamp's slider needs room beneath the picture.
  const tall = view.kind === 'lights' ? '(var(--tall) - 6.5rem)' : 'var(--tall)';
  const frame = {
    aspectRatio: `${picture.width} / ${picture.height}`,
    maxWidth: `calc(${tall} * ${ratio})`,
  };
  const load = { sizes: sizesFor(Math.ceil(ratio * 74)), eager, soon };

  if (view.kind === 'medium' && isVideo(view.medium)) {
    return (
      <Suspense fallback={<div className="w-full" style={frame} />}>
        <VideoStage
          video={view.medium}
          title={title}
          load={load}
          frame={frame}
          hasParts={wasNear && isHydrated}
        />
      </Suspense>
    );
  }
  const link = (
    <a
      href={largestJpeg(picture)}
      data-picture={picture.id}
      draggable={false}
      aria-label={`Enlarge: ${picture.alt || title}`}
      className="group/enlarge block size-full cursor-zoom-in -outline-offset-2"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') void import('./zoom.ts');
      }}
      onClick={(event) => onEnlarge(event, lit.current ?? picture)}
    >
      {wasNear ? (
        <ResponsiveImage picture={picture} {...load} className="size-full object-contain" />
      ) : (
        <noscript className="contents">
          <ResponsiveImage picture={picture} {...load} className="size-full object-contain" />
        </noscript>
      )}
      <span className="absolute right-3 bottom-3 z-1 grid size-9 place-items-center rounded-full border border-white/25 bg-[#0b0a0c]/70 text-[#f3efe8] transition-opacity group-hover/enlarge:text-accent mouse:opacity-0 mouse:group-hover/view:opacity-100 mouse:group-focus-within/view:opacity-100">
        <EnlargeIcon className="size-4.5" />
      </span>
      {children}
    </a>
  );
  const framed = (
    <div className="relative w-full" style={frame}>
      {link}
    </div>
  );
  if (view.kind === 'medium') return framed;
  return (
    <Suspense fallback={framed}>
      <LightsView
        pictures={view.pictures}
        sizes={load.sizes}
        frame={frame}
        onLight={(light) => {
          lit.current = light;
        }}
      >
        {link}
      </LightsView>
    </Suspense>
  );
}

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
        <video
          controls
          playsInline
          preload="none"
          width={view.medium.width}
          height={view.medium.height}
          className="max-h-(--tall) w-auto"
        >
          <source src={view.medium.url} type={view.medium.type} />
        </video>
      </div>
    </noscript>
  );
}
