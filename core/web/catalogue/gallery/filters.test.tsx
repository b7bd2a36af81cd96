import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { MouseEvent as ReactMouseEvent } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PublicApi } from '#core/contract/api.ts';
import { type GallerySearch, parseGallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import type { Facet, FacetCounts } from '#core/contract/catalogue/specimens.ts';
import { perform, render } from '#tests/support/render.tsx';
import { afterPaint, followAfterPaint } from './after-paint.ts';
import { Filters } from './filters.tsx';
import { facetsQuery } from './gallery-queries.ts';

const searches: GallerySearch[] = [
  {},
  { search: 'blue quartz' },
  { search: 'quartz', sort: 'newest' },
  { search: 'quartz', sort: 'price-down', category: 'Crystals' },
  { sort: 'price-up', status: 'available' },
  {
    search: 'a & b "c"',
    category: 'Fossils',
    status: 'sold',
    minPrice: '10',
    maxPrice: '99.50',
    sort: 'price-up',
  },
  { species: 'topaz', colour: 'violet', fluorescent: 'yes', sold: 'hide' },
];

const facet = (...values: [value: string, label: string, count: number][]): Facet => ({
  values: values.map(([value, label, count]) => ({ value, label, count })),
});
const facets: FacetCounts['facets'] = {
  category: facet(
    ['Crystals', 'Crystals', 3],
    ['Fossils', 'Fossils', 2],
    ['Meteorites', 'Meteorites', 1],
  ),
  status: facet(['available', 'Available', 5], ['sold', 'Sold', 1]),
  species: facet(['fluorite', 'Fluorite', 2]),
  colour: { values: [{ value: 'blue', label: 'Blue', count: 2, swatch: '#2f62c4' }] },
  fluorescent: facet(['yes', 'Fluorescent', 2]),
  sold: facet(['hide', 'Hide sold pieces', 5]),
};
const api = { countFacets: async () => ({ total: 6, facets }) } as Partial<PublicApi> as PublicApi;

async function draw(search: GallerySearch) {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(facetsQuery(api, search));
  const root = createRootRoute({
    component: function Root() {
      return <Filters api={api} search={root.useSearch()} />;
    },
    validateSearch: parseGallerySearch,
  });
  const first = `/?${new URLSearchParams(search)}`;
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [first] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (raw) => `?${new URLSearchParams(raw as Record<string, string>)}`,
  });
  await router.load();
  const element = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const form = element.querySelector('form');
  if (!form) throw new Error('There is no form');
  const field = <Field extends HTMLElement = HTMLSelectElement>(name: string) => {
    const found = form.querySelector<Field>(`[name="${name}"]`);
    if (!found) throw new Error(`There is no field ${name}`);
    return found;
  };
  const change = (name: string, value: string) =>
    perform(() => {
      field(name).value = value;
      field(name).dispatchEvent(new Event('change', { bubbles: true }));
    });
  const choose = async (name: string, value: string) => {
    await change(name, value);
    await painted();
  };
  return { element, form, router, field, change, choose };
}

const painted = () => perform(() => new Promise<void>(afterPaint));

/** What a browser without scripts asks for when the form is sent. */
const sentBy = (form: HTMLFormElement) =>
  parseGallerySearch(Object.fromEntries(new FormData(form) as Iterable<[string, string]>));

describe.each(searches)('the filters of %j', (search) => {
  test('say the same without scripts, and with them, when nothing was changed', async () => {
    const { form, router } = await draw(search);
    expect(sentBy(form)).toEqual(search);
    await perform(() =>
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
    expect(router.state.location.search).toEqual(search);
  });

  test('change one thing and leave the rest as it is', async () => {
    const { router, choose } = await draw(search);
    await choose('category', 'Meteorites');
    expect(router.state.location.search).toEqual({ ...search, category: 'Meteorites' });
  });
});

test('what hides sold pieces does not count those that remain', async () => {
  const { field } = await draw({});
  expect(field<HTMLInputElement>('sold').labels?.[0]?.textContent).toBe('Hide sold pieces');
});

test('a swatch of the palette filters by its colour, and “Any” takes that away', async () => {
  const { form, router } = await draw({ sold: 'hide' });
  const press = (label: string) =>
    perform(() => form.querySelector<HTMLElement>(`[title="${label}"] input`)?.click());
  const choose = async (label: string) => {
    await press(label);
    await painted();
  };
  await press('Blue');
  expect(router.state.location.search, 'what is chosen is painted before the list changes').toEqual(
    { sold: 'hide' },
  );
  await painted();
  expect(router.state.location.search).toEqual({ colour: 'blue', sold: 'hide' });
  expect(form.querySelector('[title="Blue"]')?.textContent).toBe('Blue (2)');
  await choose('Any');
  expect(router.state.location.search).toEqual({ sold: 'hide' });
});

describe('a choice by keyboard', () => {
  afterEach(() => vi.useRealTimers());

  test('is applied after a pause, or when the field is left, and the field keeps the focus', async () => {
    const { router, field, change } = await draw({});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const select = field('category');
    select.focus();
    const press = async (value: string) => {
      select.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      await change('category', value);
    };
    await press('Crystals');
    await press('Fossils');
    expect(router.state.location.search).toEqual({});
    await perform(() => vi.advanceTimersByTime(1_000));
    expect(router.state.location.search).toEqual({ category: 'Fossils' });
    expect([document.activeElement, field('category')]).toEqual([select, select]);
    await press('Meteorites');
    await perform(() => select.blur());
    expect(router.state.location.search).toEqual({ category: 'Meteorites' });
  });
});

test('the fields follow the URL where it changes for another reason', async () => {
  const { router, field, choose } = await draw({ sold: 'hide' });
  await choose('category', 'Fossils');
  await choose('status', 'sold');
  await perform(() =>
    router.navigate({ to: '/', search: { category: 'Crystals', minPrice: '5' } }),
  );
  expect(field('category').value).toBe('Crystals');
  expect(field('status').value).toBe('');
  expect(field('minPrice').value).toBe('5');
  expect(field<HTMLInputElement>('sold').checked).toBe(false);
});

test('each set filter can be removed, and all at once', async () => {
  const { element, router } = await draw({
    search: 'x',
    species: 'fluorite',
    minPrice: '1000',
    sort: 'price-up',
    cursor: 'abc',
  });
  const links = () => [...element.querySelectorAll<HTMLAnchorElement>('ul a')];
  expect(links().map(({ textContent }) => textContent)).toEqual([
    'Remove Fluorite ×',
    'Remove From $1,000.00 ×',
    'Clear all',
  ]);
  await perform(() => links()[0]?.click());
  expect(router.state.location.search).toEqual({ search: 'x', minPrice: '1000', sort: 'price-up' });
  await perform(() => links()[1]?.click());
  expect(router.state.location.search).toEqual({ search: 'x', sort: 'price-up' });
  expect(links()).toEqual([]);
});

test.each(['Remove Fluorite ×', 'Clear all'])(
  'a set filter that goes away leaves the focus on “Filters”: %s',
  async (label) => {
    const { element } = await draw({ species: 'fluorite', sold: 'hide' });
    const link = [...element.querySelectorAll<HTMLAnchorElement>('ul a')].find(
      ({ textContent }) => textContent === label,
    );
    link?.focus();
    await perform(() => link?.click());
    expect(link?.isConnected).toBe(false);
    expect(document.activeElement).toBe(element.querySelector('summary'));
  },
);

test('a price that is none is refused beside its field, which keeps what was typed', async () => {
  expect((await draw({ minPrice: '5' })).element.querySelector('details')?.open).toBe(false);
  const { element, field } = await draw({ minPrice: '-5' });
  expect(element.querySelector('[role="alert"]')?.textContent).toContain(
    'Please enter a price like 120',
  );
  expect(field('minPrice').getAttribute('aria-invalid')).toBe('true');
  expect(field('minPrice').value).toBe('-5');
  expect(element.querySelector('details')?.open).toBe(true);
});

test('a filter without values is left out, but for one that is set', async () => {
  const { form, field } = await draw({ size: 'museum' });
  expect(form.querySelector('[name="disclosure"]')).toBeNull();
  expect(field('size').value).toBe('museum');
});

test('a link that is followed after the next frame leaves to the browser what opens another tab', async () => {
  const follow = vi.fn();
  const click = (keys: Partial<MouseEvent>) => {
    const event = { preventDefault: vi.fn(), ...keys } as unknown as ReactMouseEvent & {
      preventDefault: ReturnType<typeof vi.fn>;
    };
    followAfterPaint(follow)(event);
    return event.preventDefault.mock.calls.length;
  };
  expect(click({ ctrlKey: true }) + click({ metaKey: true }) + click({ shiftKey: true })).toBe(0);
  await painted();
  expect(follow).not.toHaveBeenCalled();
  expect([click({}), follow.mock.calls.length]).toEqual([1, 0]);
  await painted();
  expect(follow).toHaveBeenCalledTimes(1);
});
