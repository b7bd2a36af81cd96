/** Makes a rendered page the same whenever it is rendered, and right for every address that means it. */

const inlineScripts = /(<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)[^>]*>)([\s\S]*?)<\/script>/g;
/** A match with its last part from the address, the time of a reading, or a text, which is left alone. */
const tokens = /\bi:"#([\w-]+)#\$\w+#\1#[^"\\]*"|\b(?:u|dehydratedAt|dataUpdatedAt|errorUpdatedAt):\d{13}\b|"(?:[^"\\]|\\[\s\S])*"/g;
const LAST_PART = 'encodeURIComponent(decodeURIComponent(location.pathname.split("/")[2]))';

/**
 * The router writes into its state the time of each reading, and the address's last part: `/specimen/12` and `/specimen/12-amethyst` would be two
 * pages, and no two processes would agree on a page's ETag. The browser fills in both for itself.
 */
export function stableHtml(html: string): string {
  return html.replace(inlineScripts, (whole: string, tag: string, script: string) =>
    script.includes('$_TSR.router=') ? `${tag}${script.replace(tokens, stable)}</script>` : whole,
  );
}

function stable(token: string): string {
  if (token.startsWith('"')) return token;
  if (token.startsWith('i:')) return `${token.slice(0, token.lastIndexOf('#') + 1)}"+${LAST_PART}`;
  return `${token.slice(0, token.indexOf(':'))}:+new Date`;
}
