import { expect, test } from 'vitest';
import { hero } from '#contract/settings.ts';
import { render } from '#tests/support/render.tsx';
import { Hero } from './hero.tsx';

const linksOf = (element: HTMLElement) => [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'));

test('the hero leads to the gallery only where there is one', async () => {
  const own = hero.parse({ ctaUrl: '/shipping' });
  expect(linksOf(await render(<Hero hero={hero.parse({})} isAdmin={false} hasGallery />))).toEqual(['#gallery', '#gallery']);
  expect(linksOf(await render(<Hero hero={hero.parse({})} isAdmin={false} hasGallery={false} />))).toEqual([]);
  expect(linksOf(await render(<Hero hero={own} isAdmin={false} hasGallery={false} />))).toEqual(['/shipping']);
});

test('an empty button is left out, and the lines of the description stay lines', async () => {
  const element = await render(<Hero hero={hero.parse({ ctaText: ' ', description: 'One\nTwo' })} isAdmin={false} hasGallery />);
  expect(element.querySelectorAll('a')).toHaveLength(1);
  const description = [...element.querySelectorAll('p')].find(({ textContent }) => textContent === 'One\nTwo');
  expect(description?.className).toContain('whitespace-pre-line');
});
