/** Every word of the specification is seen by a test that exists and says the word. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isOfShop, sourceFiles, sourceOf } from './support/imports.ts';
import { words } from './words.ts';

const root = path.join(import.meta.dirname, '..');

/** The source of one test, from its title to the next test; null if no test has that title. */
function textOfTest(file: string, title: string): string | null {
  const absolute = path.join(root, file);
  if (!existsSync(absolute)) return null;
  const source = readFileSync(absolute, 'utf8');
  const tests = [...source.matchAll(/^ *(?:test|it)\(\s*(['"`])(.*?)\1,/gm)];
  // A test that has a run for each size ends its title with it.
  const index = tests.findIndex((found) => found[2]?.replace(/\$\{size\}$/, '') === title);
  return index === -1 ? null : source.slice(tests[index]?.index, tests[index + 1]?.index);
}

/** The parts of `Your order #{id} has been received` that never change. */
const fixedParts = (template: string) =>
  template.split(/\{\w+\}/).filter((part) => part.trim() !== '');

/** What changes may be written by any expression. */
const asPattern = (template: string) =>
  template
    .split(/\{\w+\}/)
    .map((part) => RegExp.escape(part))
    .join('\\$?\\{[^{}]+\\}');

test('every specified text is expected, letter by letter, by the test that the list names', () => {
  const wrong = words.flatMap(({ words: template, test }) => {
    const [file = '', title = ''] = test.split(' › ');
    const text = textOfTest(file, title);
    if (text === null) return [`no test is called ${test}`];
    return fixedParts(template)
      .filter((part) => !text.includes(part))
      .map((part) => `${test} does not say "${part}"`);
  });
  expect(wrong).toEqual([]);
});

test('every specified text is in the source as it is written, but for what changes in it', () => {
  const code = sourceFiles()
    .filter(isOfShop)
    .map((file) => sourceOf(file).replaceAll("\\'", "'").replaceAll('&quot;', '"'))
    .join('\n');
  // One line of source may be broken into several.
  const text = code.replace(/\s+/g, ' ');
  const missing = words.filter(
    ({ words: template }) => !new RegExp(asPattern(template)).test(text),
  );
  expect(missing.map(({ words: template, screen }) => `${screen}: ${template}`)).toEqual([]);
});

test('no text is listed twice for one screen', () => {
  const all = words.map(({ screen, words: template }) => `${screen}: ${template}`);
  expect(all.filter((entry, index) => all.indexOf(entry) !== index)).toEqual([]);
});
