/** While it is set, the shop says that no one should pay. */
export const DEMO_HANDLE = 'druse-demo';

/** Whether a handle, with or without @, is the demo's. */
export const isDemoHandle = (handle: string): boolean => withoutAt(handle) === DEMO_HANDLE;

/** Takes a pasted link for the name in it. */
export const withoutAt = (handle: string) =>
  (/\bvenmo\.com\/(?:u\/)?([^/?]+)/i.exec(handle)?.[1] ?? handle)
    .trim()
    .replace(/^[@＠]+/, '')
    .trim();

/** The form in which a Venmo user name is sent and stored: one leading @, or null where none was given. */
export function venmoHandle(handle: string | null | undefined): string | null {
  const name = withoutAt(handle ?? '');
  return name === '' ? null : `@${name}`;
}

/** The handle that buyers pay to, with its @; null where the shop takes no payments by Venmo. */
export const payableHandle = ({
  enabled,
  venmoUsername,
}: {
  enabled: boolean;
  venmoUsername: string;
}): string | null => (enabled ? venmoHandle(venmoUsername) : null);

export const buyLabel = (venmo: Parameters<typeof payableHandle>[0]): string =>
  payableHandle(venmo) === null ? 'Buy Now' : 'Buy Now with Venmo';
