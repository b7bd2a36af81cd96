import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { Picture } from '#core/contract/media/media.ts';
import {
  formatPin,
  MAX_PIN_NOTE,
  MAX_PINS,
  type Pin,
  type PinKind,
  pinKinds,
  pinLabels,
} from '#core/contract/media/pins.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { TrashIcon } from '#ui/edit-icons.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

type Props = {
  picture: Picture;
  name: string;
  pins: readonly Pin[];
  onChange: (pins: Pin[]) => void;
  disabled: boolean;
};

const STEP = 0.01;
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const onPicture = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000;

/** Pixels. */
const DRAG_FROM = 4;
const placeWords = ({ x, y }: Pick<Pin, 'x' | 'y'>) =>
  `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`;

/**
 * A press adds a pin; dragging, arrow keys, or a press on it and on its new place move it. All is
 * announced.
 */
export function PinEditor({ picture, name, pins, onChange, disabled }: Props) {
  const [kind, setKind] = useState<PinKind>('contact');
  const frame = useRef<HTMLDivElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const isFull = pins.length >= MAX_PINS;
  const [selected, setSelected] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const pressed = useRef({ x: 0, y: 0, isDrag: false });

  const add = (x: number, y: number) => {
    if (disabled || isFull) return;
    const place = { x: onPicture(x), y: onPicture(y) };
    onChange([...pins, { kind, ...place, note: '' }]);
    setSaid(`Pin ${pins.length + 1} added, ${placeWords(place)}.`);
  };
  const move = (index: number, place: Pick<Pin, 'x' | 'y'>) => {
    change(index, place);
    setSaid(`Pin ${index + 1} moved, ${placeWords(place)}.`);
  };
  const remove = (index: number) => {
    // The focus stays at the number, where the next pin moves up; after the last one there is none.
    if (index === pins.length - 1) adding.current?.focus();
    onChange(pins.filter((_, at) => at !== index));
    setSelected(null);
    setSaid(`Pin ${index + 1} removed.`);
  };
  const select = (index: number) => {
    if (pressed.current.isDrag) return;
    if (selected === index) return letGo();
    setSelected(index);
    setSaid(`Pin ${index + 1} selected. Press its new spot on the photo.`);
  };
  const letGo = () => {
    if (selected === null) return;
    setSelected(null);
    setSaid(`Pin ${selected + 1} stays where it is.`);
  };
  const change = (index: number, part: Partial<Pin>) =>
    onChange(pins.map((pin, at) => (at === index ? { ...pin, ...part } : pin)));

  function tap(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('button')) return;
    const place = placeOf(event);
    if (!place) return;
    if (selected === null) return add(place.x, place.y);
    move(selected, place);
    setSelected(null);
  }
  function placeOf({
    clientX,
    clientY,
  }: {
    clientX: number;
    clientY: number;
  }): Pick<Pin, 'x' | 'y'> | undefined {
    const box = frame.current?.getBoundingClientRect();
    return (
      box && {
        x: onPicture((clientX - box.left) / box.width),
        y: onPicture((clientY - box.top) / box.height),
      }
    );
  }
  function press({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
    currentTarget.setPointerCapture(pointerId);
    pressed.current = { x: clientX, y: clientY, isDrag: false };
  }
  function drag(event: PointerEvent, index: number) {
    if (disabled || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { x, y, isDrag } = pressed.current;
    if (!isDrag && Math.hypot(event.clientX - x, event.clientY - y) < DRAG_FROM) return;
    pressed.current.isDrag = true;
    const place = placeOf(event);
    if (place) move(index, place);
  }
  function handleKey(event: KeyboardEvent, index: number, pin: Pin) {
    // A press by a key is no drag, whatever the pointer did before.
    pressed.current.isDrag = false;
    if (event.key === 'Escape') return letGo();
    const step = steps[event.key];
    if (!step || disabled) return;
    event.preventDefault();
    move(index, { x: onPicture(pin.x + step[0]), y: onPicture(pin.y + step[1]) });
  }

  return (
    <details className="border-y border-line">
      <summary className="min-h-11 cursor-pointer py-2.5">
        Damage and repairs
        {pins.length > 0 && <span className="figures text-quiet"> ({pins.length})</span>}
      </summary>
      <div className="space-y-4 pb-5">
        <p className="text-sm text-quiet">
          Choose a kind, then press the spot on the photo. To move a pin, drag it, or press it and
          then its new spot, or use the arrow keys.
        </p>
        <SelectField
          label="Kind of the next pin"
          value={kind}
          onChange={({ target }) => setKind(kindOf(target.value))}
        >
          <PinKinds />
        </SelectField>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beneath adds a pin by keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
        <div
          ref={frame}
          onClick={tap}
          className="relative w-fit max-w-full cursor-crosshair touch-manipulation bg-[#0b0a0c]"
        >
          <ResponsiveImage
            picture={picture}
            sizes="(width < 1024px) 94vw, 36rem"
            alt=""
            className="h-auto max-h-[32rem] w-full select-none"
          />
          {pins.map((pin, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a pin has no other name, and keeps its number while it moves
              key={index}
              type="button"
              disabled={disabled}
              aria-label={`Pin ${index + 1} on ${name}: ${formatPin(pin)}. Arrow keys move it`}
              aria-pressed={selected === index}
              onClick={() => select(index)}
              onKeyDown={(event) => handleKey(event, index, pin)}
              onPointerDown={press}
              onPointerMove={(event) => drag(event, index)}
              className="figures absolute grid size-7 cursor-grab touch-none -translate-1/2 place-items-center rounded-full border-2 border-white bg-[#16131a] text-xs text-white shadow aria-pressed:bg-action focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-white"
              style={{ left: `${pin.x * 100}%`, top: `${pin.y * 100}%` }}
            >
              {index + 1}
            </button>
          ))}
        </div>
        <Button
          ref={adding}
          look="outline"
          disabled={disabled || isFull}
          onClick={() => add(0.5, 0.5)}
        >
          Add a pin in the middle
        </Button>
        <p role="status" className="sr-only">
          {said}
        </p>
        {isFull && <p className="text-sm text-quiet">A photo can have up to {MAX_PINS} pins.</p>}
        <ol aria-label={`Pins on ${name}`} className="space-y-3 empty:hidden">
          {pins.map((pin, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={index} className="grid grid-cols-[1.5rem_9rem_1fr_auto] items-end gap-2">
              <span className="figures pb-3">{index + 1}.</span>
              <SelectField
                label="Kind"
                value={pin.kind}
                onChange={({ target }) => change(index, { kind: kindOf(target.value) })}
              >
                <PinKinds />
              </SelectField>
              <TextField
                label="Note"
                placeholder="2 mm"
                maxLength={MAX_PIN_NOTE}
                value={pin.note}
                onChange={({ target }) => change(index, { note: target.value })}
              />
              <IconButton
                label={`Remove pin ${index + 1}`}
                disabled={disabled}
                onClick={() => remove(index)}
              >
                <TrashIcon />
              </IconButton>
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}

const kindOf = (value: string): PinKind => pinKinds.find((kind) => kind === value) ?? 'contact';

const PinKinds = () =>
  pinKinds.map((kind) => (
    <option key={kind} value={kind}>
      {pinLabels[kind]}
    </option>
  ));
