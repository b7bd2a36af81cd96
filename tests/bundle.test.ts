/** What a visitor downloads: small, without the schema library, without the admin's code, and from nowhere else. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  brotliBytes,
  ENTRY,
  publicPages,
  SCRIPT_BUDGET,
  scriptsOf,
  textOf,
} from './support/bundle.ts';
import { importsOf, root, sourceOf } from './support/imports.ts';
import { builtShop } from './support/shop-process.ts';

beforeAll(builtShop);

const pages = Object.values(publicPages);
const adminPagePaths = importsOf('core/web/routes/admin-pages.tsx')
  .filter(({ target, isDynamic }) => isDynamic && /-page\.tsx$/.test(target))
  .map(({ target }) => target);

/** Everything a visitor can come to download, dialogs and panels included. */
const visitorsText = () =>
  scriptsOf([ENTRY, ...pages], (module) => !adminPagePaths.includes(module))
    .map(textOf)
    .join('\n');

/** Own sources that come along with these, then or later, but for the admin's pages. */
function sourcesWith(files: string[], seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file) || !/\.tsx?$/.test(file)) continue;
    seen.add(file);
    const needed = importsOf(file).filter(
      ({ target, isOwn, isTypeOnly }) => isOwn && !isTypeOnly && !adminPagePaths.includes(target),
    );
    sourcesWith(
      needed.map(({ target }) => target),
      seen,
    );
  }
  return seen;
}

const words = (source: string) =>
  [...source.matchAll(/'([^'\n]{12,})'|"([^"\n]{12,})"|>([^<>{}\n]{12,})</g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );

describe('what a visitor downloads', () => {
  test('does not contain the schema library', () => {
    // Names of properties stay as they are when code is made small.
    const schemaLibrary = /_zod\b|ZodError|safeParseAsync/;
    expect(readFileSync(path.join(root, 'node_modules/zod/v4/core/parse.js'), 'utf8')).toMatch(
      schemaLibrary,
    );
    expect(visitorsText()).not.toMatch(schemaLibrary);
  });

  test('contains no admin code', () => {
    expect(adminPagePaths.length).toBeGreaterThan(0);
    const files = scriptsOf([ENTRY, ...pages], (module) => !adminPagePaths.includes(module));
    for (const page of adminPagePaths) expect(files).not.toContain(scriptsOf([page])[0]);

    // The page table does not name the one of every path that does not exist.
    const shared = sourcesWith([ENTRY, ...pages, 'core/web/routes/not-found-page.tsx']);
    const sharedText = [...shared].map(sourceOf).join('\n');
    const own = [...sourcesWith(adminPagePaths)].filter((file) => !shared.has(file));
    const adminTexts = own
      .flatMap((file) => words(sourceOf(file)))
      .filter((text) => text.includes(' ') && !sharedText.includes(text));
    expect(adminTexts.length).toBeGreaterThan(10);
    const text = visitorsText();
    expect(adminTexts.filter((word) => text.includes(word))).toEqual([]);
  });

  test.each(Object.entries(publicPages))(
    'of the page %s is within the script budget',
    (_, page) => {
      expect(brotliBytes(scriptsOf([ENTRY, page]))).toBeLessThanOrEqual(SCRIPT_BUDGET);
    },
  );

  test('has no font in the stylesheet, which comes after the first frame', () => {
    const [sheet, ...others] = globSync('client/assets/entry-client-*.css', {
      cwd: path.join(root, 'dist'),
    });
    expect(others).toEqual([]);
    expect(readFileSync(path.join(root, 'dist', String(sheet)), 'utf8')).not.toContain(
      '@font-face',
    );
  });

  test('is served by the shop alone', () => {
    // What is named without being asked for: namespaces, a link to pay, words for developers, a base to read addresses against.
    const named = [
      /^http:\/\/www\.w3\.org\//,
      /^https:\/\/schema\.org\b/,
      /^https:\/\/venmo\.com\//,
      /^https:\/\/www\.mindat\.org\/loc-/,
      /^https:\/\/react\.dev\/(errors|link|warnings)\//,
      /^https:\/\/simplewebauthn\.dev\/docs\//,
      /^https:\/\/tailwindcss\.com$/,
      /^http:\/\/localhost$/,
      // Where the reader of labels would look for its WebAssembly, if the page of the show did not say that the shop has it.
      /^https:\/\/fastly\.jsdelivr\.net\/npm\/zxing-wasm@/,
    ];
    const built = globSync(['client/**/*.{js,css,svg,html}', 'server/**/*.js'], {
      cwd: path.join(root, 'dist'),
    });
    expect(built.length).toBeGreaterThan(20);
    const foreign = built.flatMap((file) => {
      const text = readFileSync(path.join(root, 'dist', file), 'utf8');
      const addresses = text.match(/https?:\/\/\w[^\s"'`)\\<>]*/g) ?? [];
      const withoutScheme = text.match(/(?:url\(|(?:src|href)=|@import )["']?\/\/[^\s"')]+/g) ?? [];
      return [
        ...addresses.filter((address) => !named.some((known) => known.test(address))),
        ...withoutScheme,
      ].map((found) => `${file}: ${found}`);
    });
    expect(foreign).toEqual([]);
  });
});
