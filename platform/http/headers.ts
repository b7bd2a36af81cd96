/** Exported as data for cached pages, which are sent before the framework sees the request. */
import type { App } from './app-type.ts';

type InlineHashes = { scriptHashes: readonly string[]; styleHashes: readonly string[] };

export type Permissions = {
  camera?: boolean;
  wasm?: boolean;
};

function contentSecurityPolicy(
  { scriptHashes, styleHashes }: InlineHashes,
  { wasm = false }: Permissions,
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...(wasm ? ["'wasm-unsafe-eval'"] : []), ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    // React writes style attributes; style elements stay forbidden but for the one that the
    // renderer wrote.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    // The heading font stands in the style elements that the renderer writes.
    ...(styleHashes.length > 0 ? ["font-src 'self' data:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Text becomes neither markup nor script, unless the one Trusted Types policy of this name lets
    // it pass.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/**
 * @param publicUrl the shop's origin; behind https browsers are told to stay there.
 * @param inline in the page.
 * @param permissions besides.
 */
export function securityHeaders(
  publicUrl: string | null,
  inline: InlineHashes = { scriptHashes: [], styleHashes: [] },
  permissions: Permissions = {},
): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(inline, permissions),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(${permissions.camera ? 'self' : ''}), geolocation=(), microphone=(), payment=()`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

export const framedHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

/** Keeps API responses out of every cache unless a route says otherwise. */
export function registerHeaders(app: App, publicUrl: string | null): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
