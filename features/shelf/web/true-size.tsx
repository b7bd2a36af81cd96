import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type Dimensions,
  formatDimensionsIn,
  inMillimetres,
  parseDimensions,
} from '#core/contract/catalogue/dimensions.ts';
import { type Box, faceOf, QUARTER } from '#core/contract/catalogue/true-size.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { Calibration } from './calibration.tsx';
import { Coin } from './coin.tsx';
import { drawingIn, GAP } from './outline.ts';
import { readScale, storeScale, USUAL_SCALE, ZOOMED } from './screen-scale.ts';
import { useScreen } from './use-screen.ts';

/** Room for labels around the outline, in pixels. */
const WORDS: Box = { width: 48, height: 76 };
const NARROW = 640;

type Props = {
  title: string;
  typed: string;
  picture: Picture;
  onClose: () => void;
};

export default function TrueSize({ title, typed, picture, onClose }: Props) {
  const now = useScreen();
  const stored = readScale(now);
  const [isAsking, setAsking] = useState(false);
  const [, setCalibrations] = useState(0);
  const isCalibrating = isAsking || !stored;
  const wasCalibrating = useRef(isCalibrating);
  const content = useRef<HTMLDivElement>(null);

  // The button that had the focus is gone.
  useEffect(() => {
    if (wasCalibrating.current === isCalibrating) return;
    wasCalibrating.current = isCalibrating;
    content.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isCalibrating]);

  return (
    <Dialog open onClose={onClose} title="Actual size" place="full">
      <div ref={content} className="contents">
        {isCalibrating ? (
          <Calibration
            initial={stored?.scale ?? USUAL_SCALE}
            isNarrow={innerWidth < NARROW}
            onDone={(scale) => {
              storeScale(now, scale);
              setCalibrations((times) => times + 1);
              setAsking(false);
            }}
          />
        ) : (
          <Scene
            title={title}
            typed={typed}
            picture={picture}
            scale={stored.scale}
            isExact={stored.isExact}
            onCalibrate={() => setAsking(true)}
          />
        )}
      </div>
    </Dialog>
  );
}

type SceneProps = Omit<Props, 'onClose'> & {
  scale: number;
  isExact: boolean;
  onCalibrate: () => void;
};

function Scene({ title, typed, picture, scale, isExact, onCalibrate }: SceneProps) {
  const dimensions = parseDimensions(typed) ?? [];
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Box | null>(null);

  useLayoutEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry)
        setRoom({
          width: entry.contentRect.width - WORDS.width,
          height: entry.contentRect.height - WORDS.height,
        });
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  const face = faceOf(inMillimetres(dimensions), picture);
  const { reduction, isStacked } = room
    ? drawingIn(room, face, scale)
    : { reduction: 1, isStacked: false };
  const drawn = scale / reduction;
  const words = (mm: number) => sideWords(dimensions, mm);
  const [width, height] = [face.width * drawn, face.height * drawn];
  return (
    <>
      <div ref={place} className="grid min-h-0 flex-1 place-items-center-safe overflow-auto px-2">
        {room && (
          <div
            className={`flex ${isStacked ? 'flex-col items-center' : 'items-end'}`}
            style={{ gap: GAP }}
          >
            <figure className="grid grid-cols-[auto_auto]">
              <figcaption className="sr-only">{`${title}: ${words(face.width)} wide, ${words(face.height)} high`}</figcaption>
              <p
                aria-hidden="true"
                className="figures flex items-center justify-center border-r border-field pr-1.5 text-sm whitespace-nowrap [writing-mode:sideways-lr]"
                style={{ height }}
              >
                {words(face.height)}
              </p>
              <div
                data-outline="piece"
                className="ml-2 overflow-hidden outline-1 outline-accent"
                style={{ width, height }}
              >
                <ResponsiveImage
                  picture={picture}
                  alt=""
                  sizes={`${Math.ceil(width)}px`}
                  className="size-full scale-115 object-cover"
                />
              </div>
              <p
                aria-hidden="true"
                className="figures col-start-2 mt-2 ml-2 text-center text-sm whitespace-nowrap"
              >
                {/* As long as the piece is wide, even if the label is longer. */}
                <span className="mb-1 block border-t border-field" style={{ width }} />
                {words(face.width)}
              </p>
            </figure>
            <figure className="grid justify-items-center">
              <div data-outline="quarter">
                <Coin size={QUARTER * drawn} />
              </div>
              <figcaption className="mt-2 pt-1 text-sm whitespace-nowrap text-quiet">
                US quarter
              </figcaption>
            </figure>
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4">
        <div>
          <p role="status" className="min-h-7 font-serif text-lg">
            {room &&
              (reduction === 1
                ? 'Shown at actual size.'
                : `Too large for this window, so it’s shown at ${fraction(reduction)} (1 : ${reduction}).`)}
          </p>
          <p className="mt-0.5 max-w-2xl text-sm text-quiet">
            {!isExact && `${ZOOMED} `}
            {reduction === 1
              ? 'The outline is actual size; the photo inside it is approximate.'
              : 'The outline is to scale; the photo inside it is approximate.'}
          </p>
        </div>
        <Button look="outline" onClick={onCalibrate}>
          Calibrate again
        </Button>
      </div>
    </>
  );
}

/** `9.4 cm · 3.7 in`, as on the specimen's label. */
function sideWords(dimensions: Dimensions, mm: number): string {
  const side = Math.max(0, inMillimetres(dimensions).indexOf(mm));
  const printed = (unit: 'cm' | 'in') =>
    `${formatDimensionsIn(dimensions, unit).split(/ × | (?=cm|in)/)[side]} ${unit}`;
  return `${printed('cm')} · ${printed('in')}`;
}

const fraction = (reduction: number) =>
  ({ 2: 'half its size', 3: 'a third of its size', 4: 'a quarter of its size' })[reduction] ??
  'a fraction';
