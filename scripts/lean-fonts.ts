/** Removes from the variable font of headings every weight but one: half of the bytes that each new visitor downloads. */
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The font of headings; it keeps its optical sizes. */
const FONT = /^fraunces-.*\.woff2$/;
/** The one weight that headings have (`web/styles.css`). */
const WEIGHT = 400;
/** Every character of the files: they are split by script already. */
const CHARACTERS = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('');

/** Names of built assets. A reduced font has another name, because browsers cache the full one for a year. */
export const assetFileNames = ({ names }: { names: string[] }): string =>
  `assets/[name]-${names.some((name) => FONT.test(name)) ? `${WEIGHT}-` : ''}[hash][extname]`;

export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.names.some((name) => FONT.test(name))) continue;
        asset.source = await subsetFont(Buffer.from(asset.source), CHARACTERS, { variationAxes: { wght: WEIGHT } });
      }
    },
  };
}
