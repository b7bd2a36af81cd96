import { type KeyboardEvent, useState } from 'react';
import { QUARTER } from '#core/contract/catalogue/true-size.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { MinusIcon, PlusIcon } from '#ui/edit-icons.tsx';
import { Coin } from './coin.tsx';
import { BANK_CARD } from './outline.ts';
import { MAX_SCALE, MIN_SCALE } from './screen-scale.ts';

const STEP = 0.01;
/** Of a card, in millimeters. */
const CORNER = 3.18;

const things = [
  ['card', 'Bank card', '85.60 × 53.98 mm'],
  ['quarter', 'US quarter', '24.26 mm'],
] as const;

type Props = {
  /** CSS pixels a millimeter. */
  initial: number;
  /** Too narrow for a card in landscape. */
  isNarrow: boolean;
  onDone: (scale: number) => void;
};

export function Calibration({ initial, isNarrow, onDone }: Props) {
  const [scale, setScale] = useState(initial);
  const [thing, setThing] = useState<(typeof things)[number][0]>('card');
  const change = (by: number) =>
    setScale((now) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, now + by)));

  function byKey(event: KeyboardEvent) {
    const way = { '+': 1, '=': 1, '-': -1, '−': -1 }[event.key];
    if (way === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    change(way * STEP);
  }
  const { width, height } = isNarrow
    ? { width: BANK_CARD.height, height: BANK_CARD.width }
    : BANK_CARD;

  return (
    <form
      aria-label="Calibrate this screen"
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={byKey}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(scale);
      }}
    >
      <div className="px-5 pb-4">
        <p className="max-w-2xl text-quiet">
          Hold a bank card or quarter to the screen and drag the slider until the outline matches.
          You only need to do this once per screen.
        </p>
        <fieldset className="mt-3 flex flex-wrap gap-x-6">
          <legend className="sr-only">What you’re holding to the screen</legend>
          {things.map(([value, name, size]) => (
            <label key={value} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="thing"
                value={value}
                checked={thing === value}
                onChange={() => setThing(value)}
                className="size-5 accent-accent"
              />
              {name} <span className="figures text-sm text-quiet max-sm:sr-only">{size}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <div className="grid min-h-0 flex-1 place-items-center-safe overflow-auto px-2 py-3">
        {thing === 'quarter' ? (
          <div data-outline="quarter">
            <Coin size={QUARTER * scale} />
          </div>
        ) : (
          <div
            data-outline="card"
            className="shrink-0 border border-ink bg-raised"
            style={{ width: width * scale, height: height * scale, borderRadius: CORNER * scale }}
          />
        )}
      </div>
      <div className="border-t border-line px-5 py-3 md:py-4">
        <div className="mx-auto flex max-w-2xl items-center gap-2">
          <IconButton label="Smaller" onClick={() => change(-STEP)}>
            <MinusIcon />
          </IconButton>
          <input
            type="range"
            className="lamp-range"
            aria-label="Size of the outline"
            aria-valuetext={`${Math.round(scale * 25.4)} pixels per inch`}
            min={MIN_SCALE}
            max={MAX_SCALE}
            step={STEP}
            value={scale}
            onChange={(event) => setScale(event.target.valueAsNumber)}
          />
          <IconButton label="Larger" onClick={() => change(STEP)}>
            <PlusIcon />
          </IconButton>
          <Button type="submit" className="ml-2 shrink-0">
            It matches
          </Button>
        </div>
      </div>
    </form>
  );
}
