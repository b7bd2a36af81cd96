/** A switch of the gallery that no page reads would do nothing, and the compiler cannot tell. */
import { expect, test } from 'vitest';
import { settingSchemas } from '#core/contract/admin/settings.ts';
import { readsIn } from './support/code-words.ts';
import { sourceFiles, sourceOf } from './support/imports.ts';

const switches = Object.entries(settingSchemas.gallery.parse({}))
  .filter(([, value]) => typeof value === 'boolean')
  .map(([name]) => name);

/** The code of the pages, without the panels in which the admin sets the switches. */
const pages = sourceFiles().filter(
  (file) =>
    /^(?:core|features\/[^/]+)\/web\/.*\.tsx?$/.test(file) &&
    !/^core\/web\/admin\/settings\/|\.test\./.test(file),
);

test('every switch of the gallery is read by a page', () => {
  expect(switches).toContain('showFilters');
  const read = new Set(pages.flatMap((file) => [...readsIn(file, sourceOf(file))]));
  expect(switches.filter((name) => !read.has(name))).toEqual([]);
});

test('a switch that is only set, named in a comment or passed on as an attribute counts as unread', () => {
  const source = `// showPrices\nconst a = { showPrices: true }; b(<Filters showPrices />);\nconst { showSearch } = gallery; c(gallery.showFilters);`;
  expect([...readsIn('a.tsx', source)]).toEqual(['showSearch', 'showFilters']);
});
