/** Storage may be full, blocked or absent: then reading returns null, and writing does nothing. */
type Kind = 'localStorage' | 'sessionStorage';

export function readStored(kind: Kind, key: string): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

/**
 * @returns whether it is stored: without storage everything still works for as long as the page is
 * open.
 */
export function writeStored(kind: Kind, key: string, value: string | null): boolean {
  try {
    if (value === null) window[kind].removeItem(key);
    else window[kind].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * `crypto.randomUUID` exists only in secure contexts; a shop on a local network is served over
 * plain http.
 */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
