import type { ServerExtra } from '#server/extra.ts';
import * as manifests from '#server/extras.ts';

const folderOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Which extras an extra cannot do without, by its folder. The walls allow it no other, and what takes one out takes these along. */
export const needs: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries<ServerExtra>(manifests).map(([name, extra]) => [folderOf(name), extra.needs ?? []]),
);

/** For the core's tests of what extras take part in. @param name as the server's list has it. */
export const hasExtra = (name: string): boolean => Object.hasOwn(manifests, name);

/** Tests of the shop with all its extras, which know them by name. The others do without those that they do not import. */
export const ofWholeShop = [
  // What is written of the shop, and which test may notice what.
  'tests/docs.test.ts',
  'tests/nearest-tests.test.ts',
  // A row for each call, and for each table that refers to specimens.
  'tests/permissions.test.ts',
  'server/features/admin/auth/second-proofs-table.test.ts',
  'server/features/catalogue/specimens/editing/handed-over.test.ts',
];

/** Where each extra has a line for what it brings. */
export const lists = [
  ...['extras', 'extra-settings', 'extra-setting-rules', 'extra-order-numbers', 'extra-picture-fields'].map(
    (name) => `contract/${name}.ts`,
  ),
  'server/extras.ts',
  ...['desk-extras.ts', 'list-extras.ts', 'specimen-extras.ts', 'video-extras.ts', 'extras.css'].map((name) => `web/${name}`),
];

/** What the core does for one extra alone, because only the core can: without the extra nothing calls these files. */
export const doors: Record<string, string[]> = {
  'static-copy': [
    'server/features/catalogue/specimens/facets/copying.service.ts',
    'server/features/media/serving/copying.service.ts',
    'server/features/storefront/pages/visitor-pages.service.ts',
  ],
};
