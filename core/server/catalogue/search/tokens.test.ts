import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '#core/contract/fold.ts';
import { tokensOf, tokensOfTerm } from './tokens.ts';

test.each([
  ['CaF2', ['caf2']],
  ['Ca5(PO4)3F', ['ca5po43f']],
  ['CaSO4 · 2H2O', ['caso42h2o']],
  ['caso4.2h2o', ['caso42h2o']],
  ['ca5(po4)3f', ['ca5po43f']],
  ['ca5(po', ['ca5po']],
  ['blue (alaska) no.2', ['blue', 'alaska', 'no', '2']],
  ['gypsum CaSO4·2H2O', ['gypsum', 'caso42h2o']],
  ['(Mg,Fe)7Si8O22(OH)2', ['mgfe7si8o22oh2']],
  ['U.S. (Arizona)', ['u', 's', 'arizona']],
  ['4.5 cm', ['4', '5', 'cm']],
])('the words of %j are %j', (term, tokens) => expect(tokensOfTerm(term)).toEqual(tokens));

describe('folding', () => {
  test.each([
    ['Améthyste', 'amethyste'],
    ['Weißbleierz', 'weissbleierz'],
    ['WEIẞ', 'weiss'],
    ['Łódź', 'lodz'],
    ['Røros Kærby', 'roros kaerby'],
    ['Œuvre Đặng', 'oeuvre dang'],
    ['ﬂuorite', 'fluorite'],
    ['Ĳssel', 'ijssel'],
    ['H₂O', 'h2o'],
    ['İznik ISPARTA ılıca', 'iznik isparta ilica'],
    ['Ａｇａｔｅ', 'agate'],
    ['ΛΑΥΡΙΟΝ λαύριος', 'λαυριον λαυριοσ'],
    ['ДАЛЬНЕГОРСК Ёж', 'дальнегорск еж'],
    ['紫水晶', '紫水晶'],
  ])('%j is seen as %j', (text, expected) => expect(fold(text)).toBe(expected));

  test('is the same for composed and decomposed forms, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = fold(text);
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
        expect(fold(once)).toBe(once);
      }),
    );
  });
});

describe('words', () => {
  test('are runs of letters and digits; signs and characters without spaces between them stand alone', () => {
    expect(tokensOf('Ojuela  Mine,\n Mapimí')).toEqual(['ojuela', 'mine', ',', 'mapimi']);
    expect(tokensOf('long-wave 6.2x4')).toEqual(['long', '-', 'wave', '6', '.', '2x4']);
    expect(tokensOf("Franklin's O’Hara")).toEqual(['franklins', 'ohara']);
    expect(tokensOf('紫水晶 💎💎')).toEqual(['紫', '水', '晶', '💎', '💎']);
    expect(tokensOf(' \t\0\u200b')).toEqual([]);
  });

  test('of a term are each once and without signs, unless there is nothing else', () => {
    expect(tokensOfTerm('  Quartz\tquartz  "Veracruz" -NEAR* ')).toEqual([
      'quartz',
      'veracruz',
      'near',
    ]);
    expect(tokensOfTerm('100%')).toEqual(['100']);
    expect(tokensOfTerm('% _')).toEqual(['%', '_']);
    expect(tokensOfTerm('💎 ruby')).toEqual(['💎', 'ruby']);
    expect(tokensOfTerm(' \n ')).toEqual([]);
  });

  test('of a term end with its 200th character, never inside one', () => {
    expect(tokensOfTerm(`${'a '.repeat(99)}b cd`)).toEqual(['a', 'b']);
    expect(tokensOfTerm(`${' '.repeat(198)}𝛀𝛀𝛀`)).toEqual(['ωω']);
  });

  test('are well-formed whatever they are made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of tokensOf(text)) {
          expect(word.isWellFormed()).toBe(true);
          expect(word).not.toMatch(/[\s\0]/);
        }
      }),
    );
  });
});
