/**
 * The rules go into files that the server writes into pages: a page that knows a face only later
 * would never use it, and would lay out all of its text again. Heading letters of a first page
 * stand in their rule itself, so no page is drawn without them. Why:
 * `docs/decisions/0006-page-weight.md`.
 */
import { createHash } from 'node:crypto';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FRAUNCES = /fraunces-/;
/** Headings have this one weight and optical size (`core/web/styles.css`). */
const HEADING_AXES = { wght: 400, opsz: 48 };
const FACE = /@font-face\{[^}]*\}/g;
const FILE = /url\((?:\.|\/assets)?\/?([\w-]+\.woff2)\)/;
const isFirst = (face: string) => /unicode-range:U\+20-7E/i.test(face);

/**
 * The server reads our faces, those of a first page apart from the others, and the local ones; see
 * `platform/rendering/renderer.ts`.
 */
const FIRST_FACES = 'first-faces.css';
const OTHER_FACES = 'other-faces.css';
const FALLBACK_FACES = 'fallback-faces.css';

export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      const first: string[] = [];
      const others: string[] = [];
      const fallbacks: string[] = [];
      const whole = new Set<string>();
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
        let css = String(asset.source);
        for (const [face] of css.matchAll(FACE)) {
          css = css.replace(face, '');
          const name = FILE.exec(face)?.[1];
          if (name === undefined) {
            fallbacks.push(face);
            continue;
          }
          const file = bundle[`assets/${name}`];
          if (file?.type !== 'asset') throw new Error(`There is no font ${name}`);
          whole.add(file.fileName);
          const isHeading = FRAUNCES.test(name);
          const axes = isHeading ? { variationAxes: HEADING_AXES } : {};
          const source = await subsetFont(Buffer.from(file.source), charactersOf(face), {
            targetFormat: 'woff2',
            ...axes,
          });
          // Upright is what a face is that does not say otherwise.
          const upright = face.replace('font-style:normal;', '');
          if (isHeading && isFirst(face)) {
            // Decoded a moment after it was found: as an optional one it would count as late,
            // though it is there.
            const present = upright.replace('font-display:optional', 'font-display:block');
            first.push(
              present.replace(FILE, `url(data:font/woff2;base64,${source.toString('base64')})`),
            );
            continue;
          }
          const hash = createHash('sha256')
            .update(source)
            .digest('base64url')
            .replaceAll(/[-_]/g, '')
            .slice(0, 8);
          const fileName = `assets/${name.replace(/-[\w-]{8}\.woff2$/, '')}${isFirst(face) ? '-first' : ''}-${hash}.woff2`;
          this.emitFile({ type: 'asset', fileName, source });
          const lean = upright.replace(FILE, `url(/${fileName})`);
          (isFirst(face) ? first : others).push(lean);
        }
        asset.source = css;
      }
      for (const name of whole) delete bundle[name];
      this.emitFile({ type: 'asset', fileName: FIRST_FACES, source: first.join('') });
      this.emitFile({ type: 'asset', fileName: OTHER_FACES, source: others.join('') });
      this.emitFile({ type: 'asset', fileName: FALLBACK_FACES, source: fallbacks.join('') });
    },
  };
}

function charactersOf(face: string): string {
  const range = /unicode-range:([^;}]*)/.exec(face)?.[1];
  if (range === undefined) throw new Error(`A font without its range: ${face}`);
  return range
    .split(',')
    .map((part) => {
      const [from = '', to] = part.trim().replace(/^U\+/i, '').split('-');
      const start = Number.parseInt(from.replaceAll('?', '0'), 16);
      const end = Number.parseInt(to ?? from.replaceAll('?', 'F'), 16);
      return Array.from({ length: end - start + 1 }, (_, index) =>
        String.fromCodePoint(start + index),
      ).join('');
    })
    .join('');
}
