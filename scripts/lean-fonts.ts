/** Leaves out of a variable face what no page uses: its weights but one. Half of its bytes go, and each new visitor fetches them. */
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The face of headings; its optical sizes stay. */
const FACE = /^fraunces-.*\.woff2$/;
/** The one weight that headings have (`web/styles.css`). */
const WEIGHT = 400;
/** Whatever the files have: they are cut by script already. */
const CHARACTERS = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('');

/** Names of built assets; a leaner file has a name of its own, since whoever has fetched one keeps it for a year. */
export const assetFileNames = ({ names }: { names: string[] }): string =>
  `assets/[name]-${names.some((name) => FACE.test(name)) ? `${WEIGHT}-` : ''}[hash][extname]`;

export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.names.some((name) => FACE.test(name))) continue;
        asset.source = await subsetFont(Buffer.from(asset.source), CHARACTERS, { variationAxes: { wght: WEIGHT } });
      }
    },
  };
}
