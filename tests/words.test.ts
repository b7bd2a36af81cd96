/** Every word of the specification is seen by a test that exists and says the word. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nowhere, words } from './words.ts';

const root = path.join(import.meta.dirname, '..');

/** The text of one test, from its title to the next test; null where there is none of that title. */
function textOfTest(file: string, title: string): string | null {
  const absolute = path.join(root, file);
  if (!existsSync(absolute)) return null;
  const source = readFileSync(absolute, 'utf8');
  const tests = [...source.matchAll(/^ *(?:test|it)\(\s*(['"`])(.*?)\1,/gm)];
  const index = tests.findIndex((found) => found[2] === title);
  return index === -1 ? null : source.slice(tests[index]?.index, tests[index + 1]?.index);
}

/** What stays the same of `Your order #{id} has been received`. */
const fixedParts = (template: string) => template.split(/\{\w+\}/).filter((part) => part.trim() !== '');

test('has a test for each entry that says the very words', () => {
  const wrong = words.flatMap(({ words: template, test }) => {
    if (test === null) return [];
    const [file = '', title = ''] = test.split(' › ');
    const text = textOfTest(file, title);
    if (text === null) return [`there is no test ${test}`];
    return fixedParts(template)
      .filter((part) => !text.includes(part))
      .map((part) => `${test} does not say "${part}"`);
  });
  expect(wrong).toEqual([]);
});

test('leaves no screen without a test', () => {
  for (const { words: template, screen, test } of words) expect(test === null, `${screen}: ${template}`).toBe(screen === nowhere);
});

test('names every word once a screen', () => {
  const all = words.map(({ screen, words: template }) => `${screen}: ${template}`);
  expect(all.filter((entry, index) => all.indexOf(entry) !== index)).toEqual([]);
});
