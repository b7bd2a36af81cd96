import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Picture } from '#core/contract/media/media.ts';
import type { Pin } from '#core/contract/media/pins.ts';
import { perform, render } from '#tests/support/render.tsx';
import { PinEditor } from './pin-editor.tsx';

const picture: Picture = {
  kind: 'picture',
  id: 'a',
  width: 400,
  height: 200,
  widths: [320],
  complete: true,
  placeholder: '',
  alt: '',
  light: null,
};

type HeldProps = { onPins: (pins: readonly Pin[]) => void };

function HeldPins({ onPins }: HeldProps) {
  const [pins, setPins] = useState<readonly Pin[]>([
    { kind: 'contact', x: 0.25, y: 0.5, note: '' },
  ]);
  const change = (next: readonly Pin[]) => {
    setPins(next);
    onPins(next);
  };
  return (
    <PinEditor picture={picture} name="the image" pins={pins} onChange={change} disabled={false} />
  );
}

/** The editor with one pin, on a picture of 400 × 200 px in the window's corner. */
async function open() {
  let latest: readonly Pin[] = [];
  const element = await render(
    <HeldPins
      onPins={(pins) => {
        latest = pins;
      }}
    />,
  );
  const find = <E extends HTMLElement>(selector: string) => {
    const found = element.querySelector<E>(selector);
    if (!found) throw new Error(`There is no ${selector}`);
    return found;
  };
  const frame = find('.cursor-crosshair');
  frame.getBoundingClientRect = () => new DOMRect(0, 0, 400, 200);
  const pin = () => find<HTMLButtonElement>('button[aria-label^="Pin 1"]');
  const at = (type: string, x: number, y: number) =>
    new MouseEvent(type, { bubbles: true, clientX: x, clientY: y });
  return {
    pin,
    press: (x: number, y: number) => perform(() => frame.dispatchEvent(at('click', x, y))),
    pressPin: () => perform(() => pin().dispatchEvent(at('click', 100, 100))),
    key: (key: string) =>
      perform(() => pin().dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key }))),
    button: (name: string) => perform(() => find(`button[aria-label="${name}"]`).click()),
    said: () => find('[role=status]').textContent,
    places: () => latest.map(({ x, y }) => [x, y]),
  };
}

test('a pin that is added, moved by arrow keys or removed is announced', async () => {
  const editor = await open();
  expect(editor.said()).toBe('');
  await editor.key('ArrowRight');
  expect(editor.said()).toBe('Pin 1 moved, 26 % from the left, 50 % from the top.');
  await editor.press(200, 20);
  expect(editor.said()).toBe('Pin 2 added, 50 % from the left, 10 % from the top.');
  expect(editor.places()).toEqual([
    [0.26, 0.5],
    [0.5, 0.1],
  ]);
  await editor.button('Remove pin 1');
  expect(editor.said()).toBe('Pin 1 removed.');
  expect(editor.places()).toEqual([[0.5, 0.1]]);
});

test('a pin moves without being dragged: it is pressed, and then its new spot', async () => {
  const editor = await open();
  await editor.pressPin();
  expect(editor.pin().getAttribute('aria-pressed')).toBe('true');
  expect(editor.said()).toBe('Pin 1 selected. Press its new spot on the photo.');
  await editor.press(300, 150);
  expect(editor.places()).toEqual([[0.75, 0.75]]);
  expect(editor.said()).toBe('Pin 1 moved, 75 % from the left, 75 % from the top.');
  expect(editor.pin().getAttribute('aria-pressed')).toBe('false');
});

test('a pin that is pressed twice, or let go by Escape, stays, and the next press on the picture adds one', async () => {
  const editor = await open();
  await editor.pressPin();
  await editor.pressPin();
  expect(editor.said()).toBe('Pin 1 stays where it is.');
  await editor.pressPin();
  await editor.key('Escape');
  expect(editor.said()).toBe('Pin 1 stays where it is.');
  await editor.press(300, 150);
  expect(editor.places()).toEqual([
    [0.25, 0.5],
    [0.75, 0.75],
  ]);
});
