import { expect, test } from 'vitest';
import { titleLines } from './card-title.ts';

const short = { label: 'Species', value: 'Quartz' };
const long = { label: 'Locality', value: 'x'.repeat(60) };
const longName = { label: 'Repairs and treatment', value: 'None known' };

test.each([
  ['no fact', [], 6],
  ['six short facts', [short, short, short, short, short, short], 6],
  ['facts that need nine lines', [long, long, longName, short, short, short], 5],
  ['every fact at its longest', [long, long, long, long, long, long], 3],
])('a title above %s may be as long as the room', (_, facts, lines) =>
  expect(titleLines(facts)).toBe(lines),
);
