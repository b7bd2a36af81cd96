import { lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import type { Turn as Frames } from '#core/contract/media/media.ts';
import type { VideoPlaces } from '#core/web/shop-feature.ts';
import { Icon } from '#ui/icons.tsx';
import { PlayIcon } from '#ui/tool-icons.tsx';
import type { Grip } from './turn-view.tsx';

const loadView = () => import('./turn-view.tsx');
const TurnView = lazy(loadView);

/** Below this many pixels, a mouse move starts no turn. */
const BEGINS = 4;

type Props = Omit<VideoPlaces['onVideo'], 'video'> & { turn: Frames };

export default function Turn({ turn, title, onCover }: Props) {
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | 'turning'>('idle');
  const [grip, setGrip] = useState<Grip | null>(null);
  const pressed = useRef<Grip | null>(null);
  const offer = useRef<HTMLButtonElement>(null);
  const wanted = useRef(false);
  const hasDragged = useRef(false);

  useEffect(
    () => () => {
      wanted.current = false;
    },
    [],
  );

  async function begin(by: Grip | null) {
    if (wanted.current) return;
    wanted.current = true;
    setGrip(by);
    try {
      if (!picture) {
        setState('loading');
        const [loaded] = await Promise.all([load(turn.url), loadView()]);
        if (!wanted.current) return;
        setPicture(loaded);
      }
      setState('turning');
      onCover(true);
    } catch {
      if (wanted.current) setState('failed');
      wanted.current = false;
    }
  }

  function end() {
    wanted.current = false;
    setState('idle');
    onCover(false);
    // The button that was pressed is gone.
    requestAnimationFrame(() => offer.current?.focus({ preventScroll: true }));
  }

  const grasp = {
    onPointerDown: ({ pointerId, clientX, button }: PointerEvent) => {
      pressed.current = button === 0 ? { pointerId, clientX } : null;
      hasDragged.current = false;
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      const by = pressed.current;
      if (!by || Math.abs(clientX - by.clientX) < BEGINS) return;
      pressed.current = null;
      hasDragged.current = true;
      void begin(by);
    },
    onPointerUp: () => {
      pressed.current = null;
    },
    onPointerCancel: () => {
      pressed.current = null;
    },
  };

  if (state === 'turning' && picture) {
    return (
      <div className="absolute inset-0 z-20 bg-[#0b0a0c]">
        <Suspense>
          <TurnView
            picture={picture}
            turn={turn}
            label={`360° view of ${title}`}
            grip={grip}
            focuses
            hasSteps
            className="size-full object-contain"
          />
        </Suspense>
        <button type="button" onClick={end} className={pill}>
          <PlayIcon className="size-4.5" />
          Video
        </button>
      </div>
    );
  }
  return (
    <>
      <div
        className="absolute inset-0 z-10 cursor-grab"
        {...grasp}
        onPointerDown={(event) => {
          // A finger on the video moves the strip of views; on the button it turns the piece.
          if (event.pointerType !== 'touch') grasp.onPointerDown(event);
        }}
      />
      <button
        ref={offer}
        type="button"
        {...grasp}
        onClick={() => {
          // A drag on the button ends with a click too.
          if (hasDragged.current) hasDragged.current = false;
          else if (state === 'loading') end();
          else void begin(null);
        }}
        className={`${pill} touch-pan-y`}
      >
        <TurnIcon className="size-4.5" />
        {state === 'loading' ? 'Loading… Tap to cancel' : 'Drag to turn'}
      </button>
      <p
        role="status"
        className="absolute inset-x-3 bottom-16 z-20 text-right text-sm text-[#f3efe8] empty:hidden"
      >
        {state === 'failed' && (
          <span className="inline-block rounded-tag bg-[#0b0a0c]/85 px-2 py-1 text-left">
            Couldn’t load the 360° view, so here’s the video. Tap to retry.
          </span>
        )}
      </p>
    </>
  );
}

const pill =
  'absolute right-3 bottom-3 z-20 flex min-h-11 items-center gap-2 rounded-full border border-white/25 bg-[#0b0a0c]/70 px-4 text-sm text-[#f3efe8] select-none hover:border-accent hover:text-accent mouse:min-h-9';

async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

const TurnIcon = ({ className }: { className: string }) => (
  <Icon className={className}>
    <path d="M12 3v18M16 7.5c3 .8 5 2.5 5 4.5 0 2.8-4 5-9 5s-9-2.2-9-5 4-5 9-5M9 4l3 3-3 3" />
  </Icon>
);
