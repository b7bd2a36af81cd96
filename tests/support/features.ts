import type { ServerFeature } from '#core/server/feature.ts';
import * as manifests from '#features/server.ts';

const folderOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Which features a feature cannot do without, by its folder. The walls allow it no other, and what takes one out takes these along. */
export const needs: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries<ServerFeature>(manifests).map(([name, feature]) => [
    folderOf(name),
    feature.needs ?? [],
  ]),
);

/** For the core's tests of what features take part in. @param name as the server's list has it. */
export const hasFeature = (name: string): boolean => Object.hasOwn(manifests, name);

/** Tests of the shop with all its features, which know them by name. The others do without those that they do not import. */
export const ofWholeShop = [
  // What is written of the shop, and which test may notice what.
  'tests/api-calls.test.ts',
  'tests/docs.test.ts',
  'tests/nearest-tests.test.ts',
  // Owners’ commands, kinds of mail and patterns put together, those of features among them.
  'tests/built-server.test.ts',
  'tests/commands.test.ts',
  'tests/regular-expressions.test.ts',
  'tests/release.test.ts',
  'core/server/messages/mail/mail-layout.test.ts',
  // A row for each call, and for each table that refers to specimens.
  'tests/permissions.test.ts',
  'core/server/admin/auth/second-proofs-table.test.ts',
  'core/server/catalogue/specimens/editing/handed-over.test.ts',
  // Journeys through what several features show: a species’ page, the ways to the first pieces, pieces published at once.
  'tests/e2e/cards.spec.ts',
  'features/first-steps/tests/first-run.spec.ts',
  'tests/e2e/publishing.spec.ts',
];

/** Where each feature has a line for what it brings, by the side that it is of. */
export const listSides = {
  'features/pages.ts': 'contract',
  'features/settings.ts': 'contract',
  'features/mail-kinds.ts': 'contract',
  'features/order-numbers.ts': 'contract',
  'features/order-fields.ts': 'contract',
  'features/picture-fields.ts': 'contract',
  'features/new-password.ts': 'contract',
  'features/server.ts': 'server',
  'features/over-species.ts': 'server',
  'features/desk.ts': 'web',
  'features/in-lists.ts': 'web',
  'features/on-specimen.ts': 'web',
  'features/on-video.ts': 'web',
  'features/on-order.ts': 'web',
  'features/on-login.ts': 'web',
  'features/features.css': 'web',
} as const;

export const lists = Object.keys(listSides);
