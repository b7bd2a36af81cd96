import { expect, test } from 'vitest';
import { settingSchemas } from '#core/contract/admin/settings.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { render } from '#tests/support/render.tsx';
import { Hero } from './hero.tsx';

const linksOf = (element: HTMLElement) =>
  [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'));

test('the hero leads to the gallery only where there is one', async () => {
  const own = settingSchemas.hero.parse({ ctaUrl: '/shipping' });
  expect(linksOf(await render(<Hero hero={settingSchemas.hero.parse({})} hasGallery />))).toEqual([
    '#gallery',
    '#gallery',
  ]);
  expect(
    linksOf(await render(<Hero hero={settingSchemas.hero.parse({})} hasGallery={false} />)),
  ).toEqual([]);
  expect(linksOf(await render(<Hero hero={own} hasGallery={false} />))).toEqual(['/shipping']);
});

test('a hero’s picture is asked for as wide as it is once it covers its box, first of all', async () => {
  const picture: Picture = {
    kind: 'picture',
    id: '0'.repeat(32),
    width: 2400,
    height: 1350,
    widths: [320, 640],
    complete: true,
    placeholder: 'data:,',
    alt: '',
    light: null,
    pins: [],
  };
  const element = await render(
    <Hero hero={settingSchemas.hero.parse({ background: picture })} hasGallery />,
  );
  expect(element.querySelector('source')?.sizes).toMatch(/max\(100vw,min\(168vh,107rem\)\)$/);
  expect(element.querySelector('img')?.getAttribute('fetchpriority')).toBe('high');
});

test('a hero without a picture is no taller than its words', async () => {
  const picture: Picture = {
    kind: 'picture',
    id: '0'.repeat(32),
    width: 2400,
    height: 1350,
    widths: [320, 640],
    complete: true,
    placeholder: 'data:,',
    alt: '',
    light: null,
    pins: [],
  };
  const classOf = async (background: Picture | null) =>
    (
      await render(<Hero hero={settingSchemas.hero.parse({ background })} hasGallery />)
    ).querySelector('section')?.className;
  expect(await classOf(null)).not.toContain('100svh');
  expect(await classOf(picture)).toContain('100svh');
});

test('an empty button is left out, and the lines of the description stay lines', async () => {
  const element = await render(
    <Hero hero={settingSchemas.hero.parse({ ctaText: ' ', description: 'One\nTwo' })} hasGallery />,
  );
  expect(element.querySelectorAll('a')).toHaveLength(1);
  const description = [...element.querySelectorAll('p')].find(
    ({ textContent }) => textContent === 'One\nTwo',
  );
  expect(description?.className).toContain('whitespace-pre-line');
});
