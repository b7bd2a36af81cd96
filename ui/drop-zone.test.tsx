import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { DropZone } from './drop-zone.tsx';

const photograph = new File(['x'], 'stone.jpg', { type: 'image/jpeg' });

/** Drops `files` on a frame; says whether the browser would open them, and what the frame took. */
async function drop(files: File[], disabled = false) {
  const taken: File[][] = [];
  const element = await render(
    <DropZone disabled={disabled} onFiles={(dropped) => taken.push(dropped)}>
      Drop here
    </DropZone>,
  );
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types: ['Files'], files },
  });
  element.firstElementChild?.dispatchEvent(event);
  return { opens: !event.defaultPrevented, taken };
}

test('files that are dropped are taken, and what is no file is left to the browser', async () => {
  expect(await drop([photograph])).toEqual({ opens: false, taken: [[photograph]] });
  expect(await drop([])).toEqual({ opens: true, taken: [] });
});

test('while files are not wanted, a dropped one is neither taken nor opened in place of the page', async () => {
  expect(await drop([photograph], true)).toEqual({ opens: false, taken: [] });
});
