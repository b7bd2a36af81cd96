/** Proxies log neither fragment nor header. Pages import this: keep schemas out. */

export const ORDER_KEY_HEADER = 'order-key';

/** Why: `docs/decisions/0028-order-secret-in-the-fragment.md`. */
export const secretPath = (orderId: number, key: string): string =>
  `/order-confirmation/${orderId}#key=${key}`;

/** The key in a URL's fragment, whatever sign came behind it; undefined where there is none. */
export const orderKeyIn = (fragment: string): string | undefined =>
  /\bkey(?:=|%3D)([\w-]+)/i.exec(fragment)?.[1];
