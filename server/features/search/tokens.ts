/** Tokens: the folded words and signs of a text, the same for documents and terms and on every engine. */
import { cut, fold, MAX_TERM_LENGTH } from '#server/platform/text-search.ts';

/** Longer tokens are cut, in documents and terms alike. */
const MAX_TOKEN_LENGTH = 40;

/** Letters and digits together; a character of a script without spaces, or a sign, alone. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const token = new RegExp(`[${unspaced}\\p{S}\\p{P}]|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu');
/** Signs separate words; an emoji or a star is a word itself. */
const sign = /^(?!\p{So})[\p{S}\p{P}]$/u;
const apostrophe = /(?<=\p{L})['’ʼ`](?=\p{L})/gu;

/** Words and signs of a text in their order. An apostrophe within a word is dropped. */
export function tokensOf(text: string): string[] {
  return [...fold(text).replace(apostrophe, '').matchAll(token)].map(([found]) => cut(found, MAX_TOKEN_LENGTH));
}

export const isSign = (text: string): boolean => sign.test(text);

/** The words of a search term, each once. Its signs only separate them, unless there is nothing else to search for. */
export function tokensOfTerm(term: string): string[] {
  const found = [...new Set(tokensOf(cut(term, MAX_TERM_LENGTH)))];
  const words = found.filter((text) => !isSign(text));
  return words.length > 0 ? words : found;
}
