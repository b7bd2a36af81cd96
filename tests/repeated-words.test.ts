/**
 * A text that people read stands in one place, beside the rule or in the table it belongs to: what is written twice is changed once, and then the
 * shop says two things. What is shared is a constant, a function or a component of the feature that owns it.
 */
import { expect, test } from 'vitest';
import { textsIn } from './support/code-words.ts';
import { isOfShop, sourceFiles, sourceOf } from './support/imports.ts';

const production = sourceFiles().filter(
  (file) => isOfShop(file) && !file.startsWith('platform/db/migrations/'),
);

/** Four words in a row, or a whole sentence. Names of classes have hyphens and colons. */
const isRead = (text: string): boolean =>
  /(?<!\S)(?:[“"'(]*[A-Za-z’']+[,;:.)”"'?!]* ){3}[“"'(]*[A-Za-z’']+/.test(text) ||
  /^[A-Z“].*[a-z)”}][.!?]$/.test(text);

/** Each text that stands in several places, with its places; a full stop makes no other text. */
function repeatedIn(sources: Readonly<Record<string, string>>): Record<string, string[]> {
  const places = new Map<string, string[]>();
  for (const [file, source] of Object.entries(sources))
    for (const text of textsIn(file, source).filter(isRead)) {
      const words = text.replace(/[.:…]$/, '');
      places.set(words, [...(places.get(words) ?? []), file]);
    }
  return Object.fromEntries([...places].filter(([, files]) => files.length > 1));
}

test('every text that people read is written in one place', () => {
  expect(production.length).toBeGreaterThan(800);
  expect(repeatedIn(Object.fromEntries(production.map((file) => [file, sourceOf(file)])))).toEqual(
    {},
  );
});

test('repeated texts are found in strings, templates and between tags, and nothing else is taken for one', () => {
  const sources = {
    'a.ts': `import { x } from 'no text of any kind';
      // This stands in a comment.
      export const a = [x, 'This file is too large', \`Order \${x} is gone.\`];`,
    'b.tsx': `const rows = sql\`select many rows from here\`;
      export const B = () => <p className="flex grid block hidden">This file is
        too large.</p>;`,
    'c.ts': `// This stands in a comment.
      export const c = (id: number) => [\`Order \${id} is gone.\`, 'Two words', sql\`select many rows from here\`];`,
    'd.tsx': `export const D = () => <b className="flex grid block hidden" title="Two words" />;`,
  };
  expect(repeatedIn(sources)).toEqual({
    'This file is too large': ['a.ts', 'b.tsx'],
    'Order {} is gone': ['a.ts', 'c.ts'],
  });
});
