/** Undefined for anything but a text, and for nothing but spaces. */
export function searchTerm(raw: unknown): string | undefined {
  const text = typeof raw === 'string' ? raw.slice(0, 200).toWellFormed().replaceAll('\0', '') : '';
  return text.trim() === '' ? undefined : text;
}
