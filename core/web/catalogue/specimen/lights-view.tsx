import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { fitIn } from '#core/contract/media/lights.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { LampIcon } from './stage-icons.tsx';
import { levelWords, lightLabels, shares } from './views.ts';

/** Slider steps from light to light. */
const STEPS = 100;
const KEY_STEP = 5;
/** In percent of the picture. */
const SOFT = 1.5;
/** Pixels. */
const STILL = 4;

type Props = {
  pictures: readonly [Picture, Picture, ...Picture[]];
  sizes: string;
  children: ReactNode;
  frame: { aspectRatio: string; maxWidth: string };
  onLight: (picture: Picture) => void;
};

type Light = { level: number; reveal: number[]; isLit: boolean[]; isFading: boolean };

/**
 * Names switch the lamp, as in a dark room; arrow keys, Home and End move the slider; the line can
 * be dragged.
 */
export function LightsView({ pictures, sizes, children, frame, onLight }: Props) {
  const [daylight, ...lamps] = pictures;
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef<number | null>(null);
  const hasMoved = useRef(false);
  const touched = useRef(0);
  const [light, setLight] = useState<Light>({
    level: 0,
    reveal: lamps.map(() => 0),
    isLit: lamps.map(() => false),
    isFading: false,
  });
  const { level } = light;
  const lamp = Math.max(0, Math.ceil(level) - 1);
  const share = shares(level, lamps.length)[lamp] ?? 0;

  function draw(to: number) {
    const reveal = shares(to, lamps.length);
    setLight({ level: to, reveal, isLit: reveal.map((amount) => amount > 0), isFading: false });
    onLight(pictures[Math.round(to)] ?? daylight);
  }

  function fade(to: number) {
    const isLit = shares(to, lamps.length).map((amount) => amount > 0);
    // A lamp that goes out keeps its edge while it fades.
    setLight({
      level: to,
      reveal: light.reveal.map((amount, index) => (isLit[index] ? 1 : amount)),
      isLit,
      isFading: true,
    });
    onLight(pictures[to] ?? daylight);
  }

  function stepByKey(event: KeyboardEvent) {
    const way = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: 5,
      PageDown: -5,
    }[event.key];
    if (way === undefined || event.altKey || event.metaKey) return;
    event.preventDefault();
    const value = Math.round(level * STEPS) + way * KEY_STEP;
    draw(Math.min(lamps.length, Math.max(0, value / STEPS)));
  }

  function drag(event: PointerEvent) {
    if (pressed.current === null || !box.current) return;
    if (Math.abs(event.clientX - pressed.current) >= STILL) hasMoved.current = true;
    if (!hasMoved.current) return;
    const { left, width } = box.current.getBoundingClientRect();
    draw(lamp + Math.min(1, Math.max(lamp > 0 ? 0.001 : 0, (event.clientX - left) / width)));
  }

  return (
    <>
      <div ref={box} className="relative w-full" style={frame}>
        {children}
        {lamps.map((picture, index) => {
          const edge = (light.reveal[index] ?? 0) * (100 + 2 * SOFT) - SOFT;
          return (
            <div
              key={picture.id}
              data-picture={picture.id}
              data-fading={light.isFading}
              className="lamp-layer needs-script"
              style={{
                opacity: light.isLit[index] ? 1 : 0,
                maskImage: `linear-gradient(to right, #000 ${edge - SOFT}%, transparent ${edge + SOFT}%)`,
              }}
            >
              <ResponsiveImage
                picture={picture}
                sizes={sizes}
                style={{ objectFit: fitIn(daylight, picture), transform: picture.transform }}
              />
            </div>
          );
        })}
        {/* For mouse and finger; the slider below does the same for everybody. */}
        <div
          className="lamp-line needs-script"
          style={
            { left: `${share * 100}%`, '--line-opacity': share > 0 && share < 1 ? 1 : 0 } as object
          }
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            pressed.current = event.clientX;
            hasMoved.current = false;
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            if (pressed.current !== null && !hasMoved.current) fade(level === 0 ? 1 : 0);
            pressed.current = null;
          }}
          onPointerCancel={() => {
            pressed.current = null;
          }}
        >
          <span style={{ marginLeft: `${(0.5 - share) * 3}rem` }}>
            <LampIcon />
          </span>
        </div>
      </div>
      <div className="needs-script mt-3 w-full max-w-xl px-2">
        <input
          type="range"
          className="lamp-range"
          aria-label="Light"
          aria-valuetext={levelWords(level, pictures)}
          min={0}
          max={lamps.length * STEPS}
          value={Math.round(level * STEPS)}
          onChange={(event) => draw(event.target.valueAsNumber / STEPS)}
          onPointerDown={() => {
            touched.current = level;
          }}
          // A finger that starts to scroll the page did not mean the lamp.
          onPointerCancel={() => draw(touched.current)}
          onKeyDown={stepByKey}
        />
        <div className="lamp-names">
          {pictures.map((picture, stop) => (
            <button
              key={picture.id}
              type="button"
              aria-pressed={level === stop}
              className="-mx-2 min-h-11 px-2 text-quiet transition-colors hover:text-accent aria-pressed:text-ink"
              onClick={() => fade(stop)}
            >
              {lightLabels[picture.light ?? 'daylight']}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}
