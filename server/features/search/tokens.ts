/** Words as searching sees them: the one folding that texts are kept and terms are looked up in, the same on every engine. */

/** The longest search term that is looked at, in characters. */
const MAX_TERM_LENGTH = 200;
/** Longer words are cut, in texts and in terms alike. */
const MAX_WORD_LENGTH = 40;

/** Letters that no decomposition of Unicode takes apart, as they are typed on a plain keyboard. */
const plain: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ĸ: 'k' },
  ς: 'σ',
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/** Letters and digits together; a character of a script without spaces, or a sign, alone. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const piece = new RegExp(`[${unspaced}\\p{S}\\p{P}]|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu');
/** What stands between words; an emoji or a star is one itself. */
const separator = /^(?!\p{So})[\p{S}\p{P}]$/u;
const apostrophe = /(?<=\p{L})['’ʼ`](?=\p{L})/gu;

/** Without case, marks, ligatures and other forms of the same letter. */
export function fold(text: string): string {
  // Once more after the lower-casing: a few capitals fall apart only then.
  const bare = text.toWellFormed().normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return bare.replace(special, (letter) => plain[letter] ?? letter);
}

/** Words and signs of a text in their order. An apostrophe within a word is left out. */
export function tokensOf(text: string): string[] {
  return [...fold(text).replace(apostrophe, '').matchAll(piece)].map(([found]) => cut(found, MAX_WORD_LENGTH));
}

export const isSign = (word: string): boolean => separator.test(word);

/** The words of a search term, each once. Signs separate them, whatever they mean elsewhere; signs alone are looked for themselves. */
export function tokensOfTerm(term: string): string[] {
  const found = [...new Set(tokensOf(cut(term, MAX_TERM_LENGTH)))];
  const words = found.filter((word) => !isSign(word));
  return words.length > 0 ? words : found;
}

/** The first characters; never half of one. */
export const cut = (text: string, length: number): string => (text.length <= length ? text : Array.from(text).slice(0, length).join(''));
