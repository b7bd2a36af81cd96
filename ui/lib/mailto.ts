/**
 * @param to an email address; its characters stay part of it, so a `?` that a stranger has typed
 * begins no header.
 */
export function mailtoUrl(to: string, headers: { subject?: string; body?: string } = {}): string {
  const query = Object.entries(headers).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.replaceAll('\n', '\r\n'))}`,
  );
  return `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
