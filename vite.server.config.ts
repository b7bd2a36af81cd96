/**
 * Builds the server and its libraries into few files: finding a thousand and compiling each takes most of a start. What it runs beside itself, and what it reads,
 * stays among the sources.
 */
import { SourceMap } from 'node:module';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import {
  readShippedSheets,
  readShippedTable,
} from '#core/server/catalogue/species/shipped-table.ts';

const folder = 'dist/shop';
/**
 * What `core/server/main.ts` imports one after another: after the version of Node is checked, and after the mode is set, which libraries read as they are loaded.
 * A file for each, so that neither is loaded before its time.
 */
const STAGES = { configuration: '/server/config.ts', start: '/server/start.ts' };

/** All that every start loads goes into the file of the first stage that needs it. */
function fileForEachStage(): Plugin {
  const stageOf = new Map<string, string>();
  const stages = Object.keys(STAGES);
  return {
    name: 'file-for-each-stage',
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        // The earlier one takes what both need.
        groups: stages.map((name, index) => ({
          name,
          priority: stages.length - index,
          test: (id: string) => stageOf.get(id) === name,
        })),
      },
    }),
    buildEnd() {
      for (const [name, root] of Object.entries(STAGES)) {
        const found = new Set([...this.getModuleIds()].filter((id) => id.endsWith(root)));
        for (const id of found)
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) found.add(next);
        for (const id of found) if (!stageOf.has(id)) stageOf.set(id, name);
      }
    },
  };
}

/**
 * Writes for each file from which line of which source each of its lines comes, for platform/process/source-positions.ts. Node would read a source map at
 * every start: a fifth of a second, and 50 MB.
 */
function linesForTheLog(): Plugin {
  return {
    name: 'lines-for-the-log',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.map) continue;
        const map = new SourceMap({
          ...file.map,
          file: file.fileName,
          sourceRoot: '',
          sourcesContent: [],
        });
        const sources = file.map.sources.map((source) =>
          path.relative('.', path.join(folder, source)),
        );
        const lines = file.code.split('\n').map((text, line) => {
          const entry = map.findEntry(line, text.length);
          return 'originalLine' in entry
            ? [file.map?.sources.indexOf(entry.originalSource), entry.originalLine + 1]
            : null;
        });
        this.emitFile({
          type: 'asset',
          fileName: `${file.fileName}.lines.json`,
          source: JSON.stringify({ sources, lines }),
        });
      }
      for (const name of Object.keys(bundle)) if (name.endsWith('.map')) delete bundle[name];
    },
  };
}

/** Few shops need the second. */
const SPECIES_FILES = {
  readShippedTable: 'species-table.json',
  readShippedSheets: 'species-sheets.json',
};

/** Reads the species table now, so that the shop need not. */
function readTable(): Plugin {
  return {
    name: 'read-table',
    load(id) {
      if (!id.endsWith('/core/server/catalogue/species/shipped-table.ts')) return null;
      const readers = { readShippedTable, readShippedSheets };
      const files = Object.entries(readers).map(([name, read]) => ({
        name,
        file: SPECIES_FILES[name as keyof typeof readers],
        value: read(),
      }));
      for (const { file, value } of files)
        this.emitFile({ type: 'asset', fileName: file, source: JSON.stringify(value) });
      const exported = files.map(
        ({ name, file }) => `export const ${name} = () => read('${file}');`,
      );
      return `import { readFileSync } from 'node:fs';
        import path from 'node:path';
        const read = (file) => JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
        ${exported.join('\n')}`;
    },
  };
}

export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [fileForEachStage(), linesForTheLog(), readTable()],
  ssr: {
    noExternal: true,
    // What is compiled for a machine, or looks for what may not be installed.
    external: ['sharp', 'pg', 'vite'],
    // As Node chooses among a library's files.
    resolve: { conditions: ['node'], mainFields: [] },
  },
  build: {
    ssr: true,
    emitAssets: true,
    outDir: folder,
    emptyOutDir: true,
    target: 'node24',
    sourcemap: 'hidden',
    rollupOptions: {
      input: { main: 'core/server/main.ts' },
      // What is imported where it is used may be there already: `node core/server/main.ts` runs the same sources.
      checks: { ineffectiveDynamicImport: false },
      output: { comments: false, entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
