import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { type GallerySearch, parseGallerySearch } from '#contract/gallery-search.ts';
import { perform, render } from '#tests/support/render.tsx';
import { Filters } from './filters.tsx';

const searches: GallerySearch[] = [
  {},
  { search: 'blue quartz' },
  { search: 'quartz', sort: 'newest' },
  { search: 'quartz', sort: 'price-down', category: 'Crystals' },
  { sort: 'price-up', status: 'available' },
  { search: 'a & b "c"', category: 'Fossils', status: 'sold', minPrice: '10', maxPrice: '99.50', sort: 'price-up' },
];

async function draw(search: GallerySearch, shows: { showFilters: boolean; showSearch: boolean }) {
  const rootRoute = createRootRoute({ component: () => <Filters search={search} {...shows} />, validateSearch: parseGallerySearch });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ['/'] }) });
  await router.load();
  const element = await render(<RouterProvider router={router} />);
  const form = element.querySelector('form');
  if (!form) throw new Error('There is no form');
  return { form, router };
}

/** What a browser without scripts asks for when the form is sent. */
const sentBy = (form: HTMLFormElement) => parseGallerySearch(Object.fromEntries(new FormData(form)));

describe.each(searches)('the filters of %j', (search) => {
  test.each([
    { showFilters: true, showSearch: true },
    { showFilters: true, showSearch: false },
  ])('say the same without scripts, and with them, when nothing was changed (%j)', async (shows) => {
    const { form, router } = await draw(search, shows);
    expect(sentBy(form)).toEqual(search);
    await perform(() => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(router.state.location.search).toEqual(search);
  });

  test('keep the search where only its box is left out', async () => {
    const { form } = await draw(search, { showFilters: false, showSearch: false });
    expect(sentBy(form).search).toBe(search.search);
  });

  test('change one thing and leave the rest as it is', async () => {
    const { form, router } = await draw(search, { showFilters: true, showSearch: false });
    const select = form.querySelector<HTMLSelectElement>('select[name="category"]');
    if (!select) throw new Error('There is no category');
    await perform(() => {
      select.value = 'Meteorites';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(router.state.location.search).toEqual({ ...search, category: 'Meteorites' });
  });
});
