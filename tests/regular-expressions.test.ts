/**
 * No text from anyone makes a regular expression work for long: the work grows with the text, never with its square or worse. scslre finds the
 * others by their structure, without trying texts: quantifiers that can share what they take, and beginnings that each look through the same rest. It
 * thinks of texts that repeat one character; alternatives of several lengths, as in `(a|aa)+`, are left to the reader.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import {
  madeRegularExpressionsIn,
  type RegularExpression,
  regularExpressionsIn,
} from './support/code-words.ts';

const root = path.join(import.meta.dirname, '..');

/** What the work of a slower one is bounded by. */
const bounded: Record<string, string> = {
  'core/contract/counts.ts /\\B(?=(\\d{3})+$)/g':
    'the digits of a count, a price or a size: a few dozen at most',
};

/** Those that are put together while the shop runs cannot be read here. What they are made of, and why that is harmless. */
const made: Record<string, { count: number; reason: string }> = {
  'core/contract/fold.ts': { count: 1, reason: 'one character' },
  'core/contract/media/media.ts': { count: 1, reason: 'an id of fixed length, anchored' },
  'core/server/catalogue/search/tokens.ts': {
    count: 1,
    reason: 'one class of characters, repeated',
  },
  'core/server/media/files/media-files.service.ts': {
    count: 1,
    reason: 'an id of fixed length, anchored',
  },
  'core/server/media/serving/media-finder.ts': {
    count: 1,
    reason: 'an id of fixed length, anchored',
  },
  'features/sheets/server/export.service.ts': {
    count: 1,
    reason: 'digits, a sign between and an id, anchored',
  },
  'features/sheets/server/references.service.ts': {
    count: 1,
    reason: 'a word of ours and digits, anchored',
  },
  'platform/http/problem-responses.ts': {
    count: 1,
    reason: 'a route of ours, anchored; a sign ends each part',
  },
  'platform/rendering/script-hashes.ts': {
    count: 1,
    reason: 'reads pages of ours, in which every script ends',
  },
  'core/web/catalogue/specimen/drawings-only.ts': {
    count: 1,
    reason: 'names, quotes and signs in turn, anchored',
  },
};

const files = globSync('{core,platform,ui,features/*/{contract,server,web}}/**/*.{ts,tsx,js}', {
  cwd: root,
})
  .filter((file) => !/\.test\.|\.d\.ts$/.test(file))
  .map((file) => ({
    file: file.replaceAll(path.sep, '/'),
    source: readFileSync(path.join(root, file), 'utf8'),
  }));

const isSlow = (expression: RegularExpression): boolean =>
  analyse(expression, { maxReports: 1 }).reports.length > 0;

test('no regular expression does more work than its text is long, but for those whose text is bounded', () => {
  const all = files.flatMap(({ file, source }) =>
    regularExpressionsIn(file, source).map((expression) => ({ file, expression })),
  );
  expect(all.length).toBeGreaterThan(200);
  const slow = all.filter(({ expression }) => isSlow(expression));
  expect(
    slow.map(({ file, expression: { source, flags } }) => `${file} /${source}/${flags}`),
  ).toEqual(Object.keys(bounded));
});

test('every regular expression that is put together while the shop runs has its reason here', () => {
  const found = files.flatMap(({ file, source }) => {
    const count = madeRegularExpressionsIn(file, source);
    return count === 0 ? [] : [[file, count]];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(made).map(([file, { count }]) => [file, count])),
  );
});

test('the square of a text’s length is noticed, by whichever way it comes', () => {
  // The first looked for order numbers in the notes of payments: 14 seconds for one line of spaces.
  for (const { source, flags } of [
    /\border(?:\s*no)?\s*[#:]?\s*(\d{1,9})(?!\d)/gi,
    /\s+$/,
    /^(a+)+$/,
    /^\S+@\S+\.\S+$/,
    /^(.*?)[\s,]*\b(\d{5})$/,
  ])
    expect(isSlow({ source, flags }), source).toBe(true);
  for (const { source, flags } of [
    /(?<!\s)\s+$/,
    /^a+$/,
    /\border\s*(?:no\s*)?(?:[#:]\s*)?(\d{1,9})(?!\d)/gi,
  ])
    expect(isSlow({ source, flags }), source).toBe(false);
});
