/** Writing XML 1.0 from text that anybody may have written. */

/** Characters that XML 1.0 has no way to say. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
const unsayable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as content or attribute, in HTML too. What XML cannot say is left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(unsayable, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** `<name>text</name>`; nothing where there is no text. */
export const element = (name: string, text: string | null | undefined): string =>
  text === null || text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
