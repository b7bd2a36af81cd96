import { existsSync, promises as fs } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cutStyles } from './scripts/cut-styles.ts';
import { inlineScripts } from './scripts/inline-scripts.ts';
import { leanFonts } from './scripts/lean-fonts.ts';

const client = 'dist/client';
const RUNTIME = 'rolldown-runtime';

/**
 * What nearly every page needs goes into one file, which compresses better than the bundler's many small ones: all that the entry imports, which a group takes
 * along, and what else most screens share. Why: `docs/decisions/0006-page-weight.md`.
 */
const onEveryPage =
  /web\/(entry-client|parts|routes\/last-list)\.tsx?$|\/ui\/medium-view\.tsx$|contract\/selling\/(cart|shipping|venmo)\.ts$/;
/** What pages of a specimen share with others, and both ways to order: files of a few hundred bytes each would compress worse. */
const inEverySpecimen =
  /\/ui\/(formula|needs-script)\.tsx?$|web\/(selling\/cart\/add-to-cart|messages\/forms\/form-pending)\.tsx?$|contract\/(ask-words|join-label)\.ts$/;
/** The label of a specimen, of which the form beneath it has a word. */
const inLabels = /web\/catalogue\/specimen\/specimen-label|contract\/selling\/shipping-beside/;
/** A list's cards, and what stands in its place where there are none. */
const inEveryList =
  /contract\/catalogue\/card-price|\/ui\/(notice|badge)\.tsx$|web\/catalogue\/gallery\/(after-paint|specimen-card)\.tsx?$|\/in-lists\.tsx?$/;
/** What goes on with a list, page after page. */
const inLongLists =
  /\/ui\/ask-us\.tsx$|web\/catalogue\/gallery\/specimen-pages\.tsx$|contract\/catalogue\/sort-labels|query.*\/(useInfiniteQuery|infiniteQueryObserver)\.js$/;
const inEveryOrder =
  /contract\/selling\/checkout|\/ui\/(field|use-submit)\.tsx?$|web\/selling\/checkout\/(place-order|form-words)\.tsx?$/;
/** What the page of a placed order shares with the admin's. */
const ofPlacedOrders =
  /contract\/(your-pieces|selling\/(order-statuses|payment-instructions))|\/ui\/(lib\/mailto|amount-row|email-text)\.tsx?$/;

/** The lines of a cart, what they come to and how they are paid. The owner sees it among the first steps, and it would be a file each for visitors too. */
const inEveryCart =
  /contract\/selling\/cart-totals\.ts$|web\/selling\/(cart\/cart-line|checkout\/(order-summary|payment-instructions))\.tsx$/;
/** The same of logging in. */
const inEveryLogin = /contract\/admin\/login-rules|\/passkeys\/web\/passkey\./;

/** Writes a brotli and a gzip copy beside every text asset, so that the server never compresses one while a visitor waits. */
async function compressAssets(folder: string) {
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await fs.readFile(file);
    await fs.writeFile(
      `${file}.br`,
      await promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    );
    await fs.writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), leanFonts(), cutStyles(), inlineScripts()],
  // React 19 has the store hook itself; the shim for older ones would only be carried along.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  appType: 'custom',
  publicDir: false,
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        outDir: client,
        manifest: true,
        emptyOutDir: true,
        target: 'es2023',
        modulePreload: {
          polyfill: false,
          // Each name is a dozen bytes of the entry: a file asks for itself, and the entry and what runs the others are there.
          resolveDependencies: (file, needed) =>
            needed.filter(
              (one) => one !== file && !new RegExp(`${RUNTIME}|entry-client`).test(one),
            ),
        },
        rollupOptions: {
          input: 'core/web/entry-client.tsx',
          // Their tables would stay in the bundle though what uses them is for the server alone, such as structured data.
          treeshake: {
            moduleSideEffects: [
              { test: /\/(contract|web\/storefront\/seo)\//, sideEffects: false },
            ],
          },
          output: {
            // A hundred names stand in the entry, and a hash says all: in few letters, as it cannot be compressed.
            hashCharacters: 'hex',
            chunkFileNames: ({ name }) =>
              name === RUNTIME ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'base', test: onEveryPage },
                { name: 'specimen', test: inEverySpecimen },
                { name: 'label', test: inLabels },
                { name: 'list', test: inEveryList },
                { name: 'long-list', test: inLongLists },
                { name: 'ordering', test: inEveryOrder },
                { name: 'placed', test: ofPlacedOrders },
                // Beside a cart's lines the page that compares sizes has them.
                { name: 'edit-icons', test: /\/ui\/edit-icons/ },
                { name: 'cart', test: inEveryCart },
                { name: 'login', test: inEveryLogin },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // With its libraries, as visitors get them: some two hundred files less to find and load at every start.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        ssr: true,
        rollupOptions: {
          input: 'core/web/entry-server.tsx',
          // It names pictures as the pages do.
          output: { comments: false, hashCharacters: 'hex' },
        },
      },
    },
    // The script of a static copy: a plain one, since no module loads from a disk.
    copy: {
      consumer: 'client',
      build: {
        outDir: 'dist/static-copy',
        // Of its own, not in the script.
        cssCodeSplit: false,
        emptyOutDir: true,
        target: 'es2023',
        rollupOptions: {
          input: 'features/static-copy/web/search.ts',
          output: {
            format: 'iife',
            entryFileNames: 'search.js',
            assetFileNames: 'static-copy[extname]',
          },
        },
      },
    },
    // The service worker of the page of the show: one plain script, which not every browser runs as a module.
    worker: {
      consumer: 'client',
      build: {
        outDir: 'dist/show-worker',
        emptyOutDir: true,
        target: 'es2023',
        rollupOptions: {
          input: 'features/show/web/worker/worker.ts',
          output: { format: 'iife', entryFileNames: 'worker.js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'ssr', 'copy', 'worker'] as const) {
        const environment = builder.environments[name];
        if (!environment) throw new Error(`vite has no ${name} environment`);
        // What is built apart belongs to a feature, which may have been taken out.
        const { input } = environment.config.build.rollupOptions;
        if (typeof input === 'string' && !existsSync(input)) continue;
        await builder.build(environment);
      }
      await compressAssets(client);
    },
  },
}));
