/** Paying by Venmo: user names and the link that opens the app. */

/** The demo's payment handle; while it is set, the shop says that nobody should pay. */
export const DEMO_HANDLE = 'druse-demo';

/** Whether a handle, with or without @, is the demo's. */
export const isDemoHandle = (handle: string): boolean => withoutAt(handle) === DEMO_HANDLE;

/** A Venmo user name without white space and leading @ signs. */
export const withoutAt = (handle: string) => handle.trim().replace(/^@+/, '').trim();

/** The form in which a Venmo user name is sent and stored: one leading @, or null where none was given. */
export function venmoHandle(handle: string | null | undefined): string | null {
  const name = withoutAt(handle ?? '');
  return name === '' ? null : `@${name}`;
}

/** The handle that buyers pay to, with its @; null where the shop takes no payments by Venmo. */
export const payableHandle = ({ enabled, venmoUsername }: { enabled: boolean; venmoUsername: string }): string | null =>
  enabled ? venmoHandle(venmoUsername) : null;

/** The button of a direct purchase. */
export const buyLabel = (venmo: Parameters<typeof payableHandle>[0]): string =>
  payableHandle(venmo) === null ? 'Buy Now' : 'Buy Now with Venmo';

/** The URL that opens Venmo with everything filled in. `handle` with or without @, `amount` with two decimals. */
export function venmoLink(handle: string, amount: string, orderId: number): string {
  const name = encodeURIComponent(withoutAt(handle));
  return `https://venmo.com/${name}?txn=pay&amount=${encodeURIComponent(amount)}&note=${encodeURIComponent(`Order #${orderId}`)}`;
}
