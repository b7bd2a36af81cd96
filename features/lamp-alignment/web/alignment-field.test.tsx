import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Light, Picture } from '#core/contract/media/media.ts';
import AlignmentField from './alignment-field.tsx';

const picture = (alignment?: Picture['alignment']): Picture => ({
  kind: 'picture',
  id: 'lit',
  width: 8,
  height: 6,
  widths: [],
  complete: true,
  placeholder: '',
  alt: '',
  light: 'long-wave-uv',
  ...(alignment && { alignment }),
});
const words = (
  medium: Picture | null,
  { light = 'long-wave-uv', asTaken = false }: { light?: Light; asTaken?: boolean } = {},
) => {
  const field = (
    <AlignmentField
      medium={medium}
      name="Picture 1"
      light={light}
      asTaken={asTaken}
      onChange={() => {}}
      disabled={false}
    />
  );
  return /<p[^>]*>([^<]*)/.exec(renderToStaticMarkup(field))?.[1];
};

test('the admin reads whether a picture under a lamp is aligned, and of no other picture', () => {
  expect(words(picture('aligned'))).toBe('Aligned with the daylight photo.');
  expect(words(picture('fits'))).toMatch(/^Aligned with the daylight photo. It already fit/);
  expect(words(picture('unsure'))).toMatch(/^Not aligned: we’re not sure/);
  expect(words(picture('waiting'))).toMatch(/^Not aligned yet/);
  expect(words(picture('aligned'), { asTaken: true })).toBe('Not aligned: it’s shown as taken.');
  // Of a file that is not sent, and of a light that is not saved, nothing is known.
  for (const field of [
    words(null),
    words(picture()),
    words(picture('aligned'), { light: 'short-wave-uv' }),
  ]) {
    expect(field).toMatch(/^Once saved/);
  }
  expect(words(picture('aligned'), { light: 'daylight' })).toBeUndefined();
});
