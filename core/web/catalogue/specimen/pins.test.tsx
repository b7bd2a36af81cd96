import { expect, test } from 'vitest';
import type { Picture } from '#core/contract/media/media.ts';
import { render } from '#tests/support/render.tsx';
import Pins from './pins.tsx';

const shape = {
  kind: 'picture',
  width: 60,
  height: 45,
  widths: [320],
  complete: true,
  placeholder: 'data:,',
  alt: '',
  light: null,
} as const;
const pictureWith = (id: string, pins?: Picture['pins']): Picture => ({
  ...shape,
  widths: [...shape.widths],
  id,
  ...(pins && { pins }),
});

test('pins are numbered through all pictures, lie where they were set, and are not heard twice', async () => {
  const first = pictureWith('a', [{ kind: 'chip', x: 0.5, y: 0.5, note: '' }]);
  const plain = pictureWith('b');
  const last = pictureWith('c', [
    { kind: 'contact', x: 0.25, y: 1, note: '' },
    { kind: 'repaired', x: 0, y: 0.1, note: '' },
  ]);
  const page = await render(<Pins picture={last} media={[first, plain, last]} />);
  const [overlay] = page.children;
  expect(overlay?.getAttribute('aria-hidden')).toBe('true');
  const pins = [...(overlay?.children ?? [])] as HTMLElement[];
  expect(pins.map(({ textContent, style }) => [textContent, style.left, style.top])).toEqual([
    ['2', '25%', '100%'],
    ['3', '0%', '10%'],
  ]);
});
