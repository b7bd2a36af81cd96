/** What can be forgotten without anything breaking: a setting that nothing reads, and a page to which nothing leads. */
import { expect, test } from 'vitest';
import { fieldsOf, settingKeys } from '#core/contract/admin/setting-table.ts';
import { legalTitles } from '#core/contract/storefront/legal.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { isOfShop, sourceFiles, sourceOf } from './support/imports.ts';

const production = sourceFiles().filter(isOfShop);
const sourcesBut = (...declarations: RegExp[]) =>
  production
    .filter((file) => !declarations.some((declaration) => declaration.test(file)))
    .map(sourceOf);

/** Where a setting is declared, checked and chosen, which are no uses of it. */
const settingFiles = [
  /^(?:core\/contract\/admin|features\/[^/]+\/contract)\/settings?\b/,
  /^core\/contract\/admin\/setting-/,
  /^core\/web\/admin\/settings\//,
  /-panel\.tsx$/,
];

test('something besides its panel reads every field of every setting', () => {
  const fields = settingKeys.flatMap((key) => fieldsOf(key).map(([name]) => name));
  expect(fields.length).toBeGreaterThan(40);
  const sources = sourcesBut(...settingFiles);
  expect(
    fields.filter((field) => !sources.some((source) => new RegExp(`\\b${field}\\b`).test(source))),
  ).toEqual([]);
});

test('something leads to every page', () => {
  // Where pages and routes are declared, which nobody follows.
  const sources = sourcesBut(
    /^(?:core|features\/[^/]+)\/contract\/.*pages\.ts$/,
    /^core\/web\/routes\//,
    /^core\/web\/router\.tsx$/,
  );
  /** Written out, with whatever follows its fixed part, or read from the table. */
  const isLedTo = ([name, { path }]: [string, { path: string }]) => {
    const [fixed = ''] = path.split('$');
    const link = new RegExp(
      `pages\\.${name}\\.path|['"\`}]${fixed}${fixed === path ? '[\'"`?#$]' : '\\$'}`,
    );
    return sources.some((source) => link.test(source));
  };
  // The footer links the legal texts by their table.
  const others = Object.entries(pages).filter(([name]) => !Object.hasOwn(legalTitles, name));
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter((page) => !isLedTo(page)).map(([name]) => name)).toEqual([]);
});
