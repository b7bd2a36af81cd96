/** Cuts between words, at most `maxLength` characters. */
export function excerpt(text: string, maxLength = 160): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  // Never splits a surrogate pair.
  const cut = plain.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/(?<!\s)\s+\S*$/, '')}…`;
}
