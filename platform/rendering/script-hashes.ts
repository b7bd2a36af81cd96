/**
 * Only scripts with the nonce of the page's rendering are ours. Why:
 * `docs/decisions/0037-content-security-policy.md`.
 */
import { hash } from 'node:crypto';

/** As a content security policy names it: `'sha256-…'`, in its quotes. */
export const hashSource = (source: string): string =>
  `'sha256-${hash('sha256', source, 'base64')}'`;

/**
 * Removes the nonce, so the page can be cached. A script that somebody put into the page gets no
 * hash.
 * @param nonce what the router marks its tags with, secret as long as it renders; letters, digits,
 * `-` and `_`.
 */
export function takeMarkedScripts(
  html: string,
  nonce: string,
): { html: string; scriptHashes: string[] } {
  const marked = html.matchAll(
    new RegExp(`<script(?: [^<>]*)? nonce="${nonce}"[^<>]*>(.*?)</script>`, 'gs'),
  );
  return {
    html: html
      .replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
      .replaceAll(` nonce="${nonce}"`, ''),
    scriptHashes: [...marked].map(([, source = '']) => hashSource(source)),
  };
}
