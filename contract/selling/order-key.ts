/** How an order's key travels: in the fragment of its secret link, then in a request header; proxies log neither. Free of schemas, so pages may import it. */

/** The header of `GET /api/orders/{id}` that carries the key. */
export const ORDER_KEY_HEADER = 'order-key';

/** The link that opens an order in any browser, as a path of the site. */
export const secretPath = (orderId: number, key: string): string => `/order-confirmation/${orderId}#key=${key}`;

/** The key in a URL's fragment, given with or without its #; undefined where there is none. */
export const orderKeyIn = (fragment: string): string | undefined => new URLSearchParams(fragment.replace(/^#/, '')).get('key') || undefined;
