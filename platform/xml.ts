/** Characters that XML 1.0 has no way to say. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
const unsayable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For content or attributes, in HTML too. Leaves out what XML cannot say. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(unsayable, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** `<name>text</name>`; nothing where there is no text. */
export const element = (name: string, text: string | null | undefined): string =>
  text === null || text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
