/** Text without what searches do not tell apart, so that “Røros” and “Améthyste” are found however they are typed. */

/** Letters that no Unicode decomposition takes apart, as they are typed on a plain keyboard. */
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

/** Without case, marks, ligatures and other forms of the same letter. */
export function fold(text: string): string {
  // Once more after lower-casing: a few capitals decompose only then.
  const bare = text.toWellFormed().normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return bare.replace(special, (letter) => plainLetters[letter] ?? letter);
}
