/**
 * What runs before a part of a page is imported: what it needs is asked for at once, and its styles are waited for. Vite's own, five times as large, also minds what the shop
 * does not have: browsers without `modulepreload`, a base that moves, events for a router.
 */
import type { Plugin } from 'vite';

/** Vite's name of it, and of what it exports. */
const HELPER = '\0vite/preload-helper.js';

const code = `
const asked = {};
const ask = (file) => new Promise((resolve, reject) => {
  const isStyle = file.endsWith('.css');
  document.head.append(Object.assign(document.createElement('link'), {
    rel: isStyle ? 'stylesheet' : 'modulepreload',
    href: '/' + file,
    onload: resolve,
    onerror: () => {
      delete asked[file];
      reject(Error(file));
    },
  }));
  // The import itself waits for its modules, and says what is wrong with them.
  if (!isStyle) resolve();
});
export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => (asked[file] ??= ask(file)))).then(load);
`;

export function leanPreloads(): Plugin {
  return {
    name: 'lean-preloads',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? { code, moduleType: 'js' } : null),
  };
}
