import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '#ui/icons.tsx';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { StageView, Unscripted } from './stage-view.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { useStrip } from './use-strip.ts';
import { nameOf, postersOf, type View, viewsOf } from './views.ts';

const Pins = lazy(() => import('./pins.tsx'));

const places = {
  page: {
    tall: 'stage-page [--tall:max(42svh,min(100svh-28.5rem,46rem))] lg:[--tall:min(100svh-15rem,46rem)]',
    from: '1024px',
    narrow: '94vw',
    wide: '55vw',
  },
  quickView: {
    tall: '[--tall:min(70svh,46rem)] md:[--tall:min(100dvh-13rem,46rem)]',
    from: '768px',
    narrow: '94vw',
    wide: 'min(54vw, 41rem)',
  },
} as const;

type Props = { specimen: SpecimenDetail; place: keyof typeof places };

export function Stage({ specimen: { title, main, additional }, place }: Props) {
  const views = viewsOf(main, additional);
  const { strip, index, announced, isCalm, choose, handlers } = useStrip(views.length);
  const isHydrated = useHydrated();
  const { tall, from, narrow, wide } = places[place];
  const sizesFor = (height: number) =>
    `(width < ${from}) min(${narrow}, ${height}vh), min(${wide}, ${height}vh)`;
  const isSeveral = views.length > 1;
  const [isPinned, setPinned] = useState(false);
  const media = [main, ...additional];
  const firstPinned = views.findIndex((view) => postersOf(view)[0].pins);
  const name = (at: number) => (views[at] ? nameOf(views[at]) : '');

  async function enlarge(event: MouseEvent<HTMLAnchorElement>, picture: Picture) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const url = event.currentTarget.href;
    const pictures = views.flatMap((view) =>
      view.kind === 'medium' && isVideo(view.medium) ? [] : postersOf(view),
    );
    const zoom = await import('./zoom.ts').catch(() => null);
    if (!zoom) return location.assign(url);
    zoom.openZoom({
      title,
      pictures,
      media,
      isPinned,
      index: pictures.indexOf(picture),
      find: ({ id }) => strip.current?.querySelector(`[data-picture="${id}"] img`) ?? null,
      onShow: (shown) => {
        const at = views.findIndex((view) => postersOf(view).includes(shown));
        choose(at, 'instant');
      },
      onClosed: () =>
        strip.current
          ?.querySelector<HTMLElement>('.stage-view:not([inert]) a')
          ?.focus({ preventScroll: true }),
    });
  }

  return (
    <section
      aria-label={`Views of ${title}`}
      className={`flex h-full min-h-0 flex-col gap-4 ${tall}`}
    >
      <div className="group/stage relative flex min-h-0 flex-1 items-center">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups what is filled in */}
        <div
          ref={strip}
          role="group"
          aria-label="Photos and videos"
          tabIndex={isSeveral ? 0 : undefined}
          className="stage-strip h-full w-full -outline-offset-2"
          {...handlers}
        >
          {views.flatMap((view, at) => {
            const { id } = postersOf(view)[0];
            return [
              // biome-ignore lint/a11y/useSemanticElements: a fieldset groups what is filled in
              <div
                key={id}
                role="group"
                aria-label={
                  isSeveral ? `${at + 1} of ${views.length}: ${nameOf(view)}` : nameOf(view)
                }
                inert={isHydrated && at !== index}
                className="stage-view group/view"
              >
                <StageView
                  view={view}
                  title={title}
                  sizesFor={sizesFor}
                  eager={at === 0}
                  soon={isCalm && Math.abs(at - index) === 1}
                  isNear={Math.abs(at - index) <= 1}
                  onEnlarge={(event, picture) => void enlarge(event, picture)}
                >
                  {isPinned && (
                    <Suspense>
                      <Pins picture={postersOf(view)[0]} media={media} />
                    </Suspense>
                  )}
                </StageView>
              </div>,
              <Unscripted key={`${id}-unscripted`} view={view} sizesFor={sizesFor} />,
            ];
          })}
        </div>
        {isSeveral && (
          <>
            <Arrow label="Previous view" side="left-1" onClick={() => choose(index - 1)}>
              <ArrowLeftIcon />
            </Arrow>
            <Arrow label="Next view" side="right-1" onClick={() => choose(index + 1)}>
              <ArrowRightIcon />
            </Arrow>
          </>
        )}
      </div>
      {firstPinned >= 0 && (
        <button
          type="button"
          aria-pressed={isPinned}
          className="needs-script min-h-11 self-center text-sm text-quiet underline underline-offset-4 hover:text-accent aria-pressed:text-ink"
          onClick={() => {
            setPinned(!isPinned);
            if (!isPinned && !postersOf(views[index] as View)[0].pins) choose(firstPinned);
          }}
        >
          Show damage on the photos
        </button>
      )}
      {isSeveral && <Thumbnails views={views} shown={index} onChoose={choose} />}
      <p role="status" className="sr-only">
        {announced !== null && `View ${announced + 1} of ${views.length}: ${name(announced)}`}
      </p>
    </section>
  );
}

/** For the mouse; fingers swipe, and keys have arrows. */
function Arrow({
  label,
  side,
  onClick,
  children,
}: {
  label: string;
  side: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onClick}
      className={`needs-script absolute top-1/2 hidden size-11 -translate-y-1/2 place-items-center rounded-full bg-[#0b0a0c]/70 text-[#f3efe8] opacity-0 transition-opacity group-hover/stage:opacity-100 hover:text-accent mouse:grid ${side}`}
    >
      {children}
    </button>
  );
}
