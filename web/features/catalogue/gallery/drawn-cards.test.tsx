import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SpecimenCard as Card } from '#contract/catalogue/specimens.ts';
import type { Picture } from '#contract/media/media.ts';
import { render } from '#tests/support/render.tsx';
import { pack, unpack } from '#web/lib/packed.ts';
import { readDrawn, withoutDrawn } from './drawn-cards.ts';
import { SpecimenPages } from './specimen-pages.tsx';

const picture = (id: string, alt: string, placeholder: string): Picture => ({
  kind: 'picture',
  id,
  width: 800,
  height: 600,
  widths: [320, 640],
  complete: true,
  placeholder,
  alt,
  light: null,
});
const card = (id: number, fields: Partial<Card>): Card => ({
  id,
  title: `Quartz ${id}`,
  category: 'Crystals',
  description: '',
  origin: '',
  dimensions: '',
  price: '12.00',
  forSale: true,
  status: 'available',
  main: picture(`p${id}`, '', ''),
  ...fields,
});
const poster = picture('p4', 'A poster', 'data:image/webp;base64,UklGRv==');
const specimens = [
  card(1, {
    origin: 'Dal’negorsk, "Nikolaevskiy" & <Sovetskiy>',
    description: 'It’s 5 < 6 cm & "clear"…',
    main: picture('p1', 'A "clear" point & its base', 'data:image/webp;base64,UklGRkoAAABX+/=='),
  }),
  card(2, { description: 'Without an origin' }),
  card(3, { origin: 'Minas Gerais' }),
  card(4, { main: { kind: 'film', id: 'f4', width: 800, height: 600, url: '/media/f4.mp4', type: 'video/mp4', alt: 'It turns', poster } }),
];
const list = { specimens, next: null, total: specimens.length };
const shapes = { 'a list by pages': { pages: [list], pageParams: [null] }, 'the pieces of a page': { name: 'Quartz', ...list } };

/** Data as a page carries them. */
const carried = (data: unknown): unknown => unpack(structuredClone(pack(withoutDrawn(data))));

async function draw(shown: Card[]) {
  const root = createRootRoute({
    component: () => (
      <SpecimenPages pages={[{ specimens: shown, next: null }]} isLoading={false} isFailed={false} more={() => ({})} onMore={() => {}} />
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await router.load();
  await render(<RouterProvider router={router} />);
}

describe('what cards have drawn', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    return () => vi.unstubAllGlobals();
  });

  test.each(Object.entries(shapes))('is left out of %s, and read from their markup', async (_, data) => {
    const text = JSON.stringify(pack(withoutDrawn(data)));
    for (const drawn of ['Minas Gerais', 'Without an origin', 'UklGR', 'A \\"clear\\" point', 'It turns'])
      expect(text).not.toContain(drawn);
    await draw(specimens);
    const read = carried(data);
    expect(readDrawn(read)).toBe(true);
    expect(read).toEqual(data);
  });

  test('is asked of the server where the page has other cards than its data', async () => {
    await draw(specimens.slice(1));
    expect(readDrawn(carried(list))).toBe(false);
  });

  test.each([
    ['a setting', { general: { siteTitle: 'Druse' } }],
    ['a list of something else', [{ slug: 'crystals' }, { slug: 'gems' }]],
    ['a list without pieces', { specimens: [], next: null, total: 0 }],
    ['nothing', null],
  ])('is no part of %s, which stays as it is', (_, data) => {
    const read = carried(data);
    expect(readDrawn(read)).toBe(true);
    expect(read).toEqual(data);
  });
});
