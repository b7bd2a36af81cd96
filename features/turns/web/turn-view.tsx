import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Turn } from '#core/contract/media/media.ts';
import { gridOf } from '#core/contract/media/turns.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '#ui/icons.tsx';
import { degreesOf, dragged, frameAt, glide, speedOf, steppedBy, turnWords } from './turning.ts';

/** Only what was moved shortly before it was let go moves on. */
const FLICK_MS = 80;

export type Grip = { pointerId: number; clientX: number };

type Props = {
  picture: CanvasImageSource;
  turn: Pick<Turn, 'frames' | 'width' | 'height'>;
  label: string;
  grip?: Grip | null;
  focuses?: boolean;
  className?: string;
  hasSteps?: boolean;
};

const STEPS = 12;

/** A finger that moves up or down scrolls the page. */
export default function TurnView({
  picture,
  turn: { frames, width, height },
  label,
  grip = null,
  focuses = false,
  className = '',
  hasSteps = false,
}: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const position = useRef(0);
  const held = useRef<{
    x: number;
    from: number;
    moves: { at: number; position: number }[];
  } | null>(null);
  const gliding = useRef(0);
  const [frame, setFrame] = useState(0);
  const [said, setSaid] = useState('');

  const show = (next: number) => {
    position.current = next;
    setFrame(frameAt(next, frames));
  };

  useLayoutEffect(() => {
    const { columns } = gridOf(frames);
    const [x, y] = [(frame % columns) * width, Math.floor(frame / columns) * height];
    canvas.current?.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, width, height);
  }, [picture, frame, frames, width, height]);

  const hold = (pointerId: number, x: number) => {
    cancelAnimationFrame(gliding.current);
    canvas.current?.setPointerCapture(pointerId);
    held.current = { x, from: position.current, moves: [] };
  };
  const begin = useEffectEvent(() => {
    if (focuses) canvas.current?.focus({ preventScroll: true });
    try {
      if (grip) hold(grip.pointerId, grip.clientX);
    } catch {
      // It was let go before the picture came.
    }
  });
  useEffect(() => {
    begin();
    return () => cancelAnimationFrame(gliding.current);
  }, []);

  function drag({ clientX, timeStamp }: PointerEvent<HTMLCanvasElement>) {
    if (!held.current || !canvas.current) return;
    const { x, from, moves } = held.current;
    show(dragged(from, clientX - x, canvas.current.clientWidth, frames));
    moves.push({ at: timeStamp, position: position.current });
  }

  function letGo({ timeStamp }: PointerEvent) {
    const first = held.current?.moves.find(({ at }) => timeStamp - at < FLICK_MS);
    held.current = null;
    if (!first || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let speed = speedOf(position.current - first.position, timeStamp - first.at);
    let before = performance.now();
    const move = (now: number) => {
      const next = glide(position.current, speed, Math.max(0, now - before));
      [before, speed] = [now, next.speed];
      show(next.position);
      if (speed !== 0) gliding.current = requestAnimationFrame(move);
    };
    gliding.current = requestAnimationFrame(move);
  }

  function step(event: KeyboardEvent) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const next = steppedBy(event.key, position.current, frames);
    if (next === null) return;
    event.preventDefault();
    // Else the stage would go on to the next view.
    event.stopPropagation();
    cancelAnimationFrame(gliding.current);
    show(next);
  }

  function stepBy(way: 1 | -1) {
    cancelAnimationFrame(gliding.current);
    const next = Math.round(position.current + (way * frames) / STEPS);
    show(next);
    setSaid(turnWords(frameAt(next, frames), frames));
  }

  const view = (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={degreesOf(frames - 1, frames)}
      aria-valuenow={degreesOf(frame, frames)}
      aria-valuetext={turnWords(frame, frames)}
      onPointerDown={({ pointerId, clientX, button }) => {
        if (button === 0) hold(pointerId, clientX);
      }}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={() => {
        held.current = null;
      }}
      onKeyDown={step}
      className={`cursor-grab touch-pan-y touch-pinch-zoom select-none -outline-offset-2 active:cursor-grabbing ${className}`}
    />
  );
  if (!hasSteps) return view;
  return (
    <>
      {view}
      <div className="absolute bottom-3 left-3 flex gap-2">
        <button
          type="button"
          aria-label="Turn left"
          title="Turn left"
          onClick={() => stepBy(-1)}
          className={round}
        >
          <ArrowLeftIcon />
        </button>
        <button
          type="button"
          aria-label="Turn right"
          title="Turn right"
          onClick={() => stepBy(1)}
          className={round}
        >
          <ArrowRightIcon />
        </button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

const round =
  'grid size-11 place-items-center rounded-full border border-white/25 bg-[#0b0a0c]/70 text-[#f3efe8] select-none hover:border-accent hover:text-accent';
