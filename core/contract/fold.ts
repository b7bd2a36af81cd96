/** Finds “Røros” and “Améthyste” however they are typed. */

/** No Unicode decomposition takes these letters apart. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ς: 'σ',
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

export function fold(text: string): string {
  // Once more after lower-casing: a few capitals decompose only then.
  const bare = text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  return bare.replace(special, (letter) => plainLetters[letter] ?? letter);
}
