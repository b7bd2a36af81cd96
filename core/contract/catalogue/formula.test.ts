import { describe, expect, test } from 'vitest';
import { elementsOf, type Formula, formulaParts, parseFormula, spokenFormula } from './formula.ts';

function formulaOf(text: string): Formula {
  const formula = parseFormula(text);
  if (formula === null) throw new Error(`${text} is no formula`);
  return formula;
}

/** Subscripts in braces. */
const shown = (text: string) =>
  formulaParts(formulaOf(text))
    .map((part) => (part.isSubscript ? `{${part.text}}` : part.text))
    .join('');

describe('a formula', () => {
  test.each([
    ['SiO2', 'SiO{2}'],
    ['CaSO4·2H2O', 'CaSO{4}·2H{2}O'],
    ['CaSO4.2H2O', 'CaSO{4}·2H{2}O'],
    ['SiO2 * nH2O', 'SiO{2}·nH{2}O'],
    ['Ca5(PO4)3(F,OH)', 'Ca{5}(PO{4}){3}(F,OH)'],
    ['(Na2,Ca)4(Al8Si40)O96', '(Na{2},Ca){4}(Al{8}Si{40})O{96}'],
    ['Ca(UO2)2(PO4)2·10-12H2O', 'Ca(UO{2}){2}(PO{4}){2}·10–12H{2}O'],
    ['CuSO4.5H2O', 'CuSO{4}·5H{2}O'],
    ['Fe0.95S', 'Fe{0.95}S'],
    ['Fe6(SO4)2.5(B(OH)4)', 'Fe{6}(SO{4}){2.5}(B(OH){4})'],
  ])('%s is shown as %s', (text, expected) => expect(shown(text)).toBe(expected));

  test.each([
    '',
    'Quartz',
    'Xx2',
    'Ca(PO4',
    'CaPO4)',
    'Ca,Mg',
    '(Ca,)O',
    '2',
    'SiO2·',
    '·SiO2',
    'sio2',
    'Ca-O',
    'Fe0S',
    'O'.repeat(121),
  ])('is not %j', (text) => expect(parseFormula(text)).toBeNull());

  test.each([
    ['PbMoO4', 'lead, molybdenum, oxygen 4'],
    ['Cu3(CO3)2(OH)2', 'copper 3, carbonate 2, hydroxyl 2'],
    ['CaSO4·2H2O', 'calcium, sulfur, oxygen 4, with 2 water'],
    ['SiO2·nH2O', 'silicon, oxygen 2, with some water'],
    ['(Fe,Mn,Mg)2SiO4', 'iron, manganese or magnesium 2, silicon, oxygen 4'],
    ['Ca(UO2)2(PO4)2·10-12H2O', 'calcium, uranyl 2, phosphate 2, with 10 to 12 water'],
    [
      'KAl2(AlSi3O10)(F,OH)2',
      'potassium, aluminium 2, the group aluminium, silicon 3, oxygen 10, end of group, fluorine or hydroxyl 2',
    ],
  ])('%s is spoken as “%s”', (text, expected) =>
    expect(spokenFormula(formulaOf(text))).toBe(expected),
  );

  test('names each of its elements once, those in brackets too', () => {
    expect(elementsOf(formulaOf('(Ca,Na)2(SiO3OH)·2H2O'))).toEqual(['Ca', 'Na', 'Si', 'O', 'H']);
  });
});
