import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Light, Picture } from '#core/contract/media/media.ts';
import { LightsView } from './lights-view.tsx';

const picture = (id: string, light: Light, transform?: string): Picture => ({
  kind: 'picture',
  id,
  width: 1600,
  height: 1280,
  widths: [320],
  complete: true,
  placeholder: 'data:,',
  alt: '',
  light,
  ...(transform && { transform }),
});

test('a picture under a lamp is moved over the one in daylight as the server says, and no other is', () => {
  const lit = picture('lit', 'long-wave-uv', 'translate(4%,-2%) rotate(2deg) scale(1)');
  const html = renderToStaticMarkup(
    <LightsView
      pictures={[picture('day', 'daylight'), lit, picture('other', 'short-wave-uv')]}
      sizes="50vw"
      frame={{ aspectRatio: '5 / 4', maxWidth: '10rem' }}
      onLight={() => {}}
    >
      day
    </LightsView>,
  );
  const [, ofLit = '', ofOther = ''] = html.split('data-picture=');
  expect(ofLit).toContain('transform:translate(4%,-2%) rotate(2deg) scale(1)');
  expect(ofOther).not.toContain('transform:');
});
