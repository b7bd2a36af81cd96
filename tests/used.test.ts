/** What can be forgotten without anything breaking: a setting that nothing reads, and a page to which nothing leads. */
import { expect, test } from 'vitest';
import { settingSchemas } from '#contract/admin/settings.ts';
import { legalTitles } from '#contract/storefront/legal.ts';
import { pages } from '#contract/storefront/pages.ts';
import { sourceFiles, sourceOf } from './support/imports.ts';

const production = sourceFiles().filter((file) => /^(contract|server|web)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const sourcesBut = (...declarations: RegExp[]) =>
  production.filter((file) => !declarations.some((declaration) => declaration.test(file))).map(sourceOf);

/** Where a setting is declared, checked and chosen, which are no uses of it. */
const settingFiles = [
  /^contract\/(admin|extras\/[^/]+)\/settings?\b/,
  /^contract\/admin\/setting-/,
  /^web\/features\/admin\/settings\//,
  /-panel\.tsx$/,
];

test('something besides its panel reads every field of every setting', () => {
  const fields = Object.values(settingSchemas).flatMap((schema) => Object.keys('shape' in schema ? schema.shape : {}));
  expect(fields.length).toBeGreaterThan(40);
  const sources = sourcesBut(...settingFiles);
  expect(fields.filter((field) => !sources.some((source) => new RegExp(`\\b${field}\\b`).test(source)))).toEqual([]);
});

test('something leads to every page', () => {
  // Where pages and routes are declared, which nobody follows.
  const sources = sourcesBut(/^contract\/.*\/pages\.ts$/, /^web\/routes\//, /^web\/router\.tsx$/);
  /** Written out, with whatever follows its fixed part, or read from the table. */
  const isLedTo = ([name, { path }]: [string, { path: string }]) => {
    const [fixed = ''] = path.split('$');
    const link = new RegExp(`pages\\.${name}\\.path|['"\`}]${fixed}${fixed === path ? '[\'"`?#$]' : '\\$'}`);
    return sources.some((source) => link.test(source));
  };
  // The footer links the legal texts by their table.
  const others = Object.entries(pages).filter(([name]) => !Object.hasOwn(legalTitles, name));
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter((page) => !isLedTo(page)).map(([name]) => name)).toEqual([]);
});
