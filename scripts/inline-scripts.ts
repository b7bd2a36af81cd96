/**
 * `import text from './some.ts?script'` gets that file's script, minified, as text that the server
 * writes into pages.
 */
import { readFile } from 'node:fs/promises';
import { minify, type Plugin, transformWithOxc } from 'vite';

const SUFFIX = '?script';

export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const file = id.slice(0, -SUFFIX.length);
      this.addWatchFile(file);
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
      const small = await minify(file, code, {
        module: false,
        compress: { target: 'es2023' },
        mangle: true,
      });
      if (small.errors[0]) throw new Error(`${file}: ${small.errors[0].message}`);
      return { code: `export default ${JSON.stringify(small.code)}`, moduleType: 'js' };
    },
  };
}
