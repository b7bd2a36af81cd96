import { expect, test } from 'vitest';
import { writeFormula } from '#core/contract/catalogue/formula.ts';
import { printedFormula } from './printed-formula.ts';

test('the dot of a formula is large enough for a label, and spoken as ever', () => {
  const written = writeFormula('CaSO4·2H2O');
  if (!written) throw new Error('no formula');
  const { parts, spoken } = printedFormula(written);
  expect(parts.map(({ text }) => text).join('')).toBe('CaSO4\u2009•\u20092H2O');
  expect(spoken).toBe(written.spoken);
});
