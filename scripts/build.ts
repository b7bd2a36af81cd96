/**
 * `npm run build`: builds the pages and the server, and records their sources. `npm start` builds
 * again what has changed since.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isRelease } from '#platform/process/way-of-running.ts';

const root = path.join(import.meta.dirname, '..');
const WAIT_MS = 300_000;

type Build = {
  name: string;
  sources: string[];
  args: string[];
  stamp: string;
  /** An older output, written by hand or by another version, counts as stale too. */
  output: string;
};

const pagePlugins = ['lean-fonts', 'cut-styles', 'inline-scripts'].map(
  (name) => `scripts/${name}.ts`,
);

const builds = {
  pages: {
    name: 'pages',
    sources: [
      'core/contract',
      'core/web',
      'features',
      'ui',
      ...pagePlugins,
      'scripts/build.ts',
      'vite.config.ts',
      'package-lock.json',
    ],
    args: ['--app'],
    stamp: 'dist/stamp',
    output: 'dist/client/.vite/manifest.json',
  },
  server: {
    name: 'server',
    sources: [
      'core/contract',
      'core/server',
      'features',
      'platform',
      'scripts/build.ts',
      'vite.server.config.ts',
      'package-lock.json',
    ],
    args: ['--config', 'vite.server.config.ts'],
    stamp: 'dist/shop/stamp',
    output: 'dist/shop/main.js',
  },
} satisfies Record<string, Build>;

export const builtShop = path.join(root, builds.server.output);

if (import.meta.main) for (const one of Object.values(builds)) build(one);

/**
 * Builds into dist/ what was not built from the same sources. Ends the process if a build fails.
 */
export function buildIfStale(): void {
  for (const one of Object.values(builds)) buildOneIfStale(one);
}

export function buildPagesIfStale(): void {
  buildOneIfStale(builds.pages);
}

const isStale = (one: Build): boolean => readStamp(one) !== stampOf(one);

function buildOneIfStale(one: Build): void {
  if (!isRelease && isStale(one)) build(one, isStale);
}

/**
 * @param isWanted asked once nobody else builds: another process may have built the same meanwhile.
 */
function build(one: Build, isWanted = (_: Build): boolean => true): void {
  const { name, args } = one;
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) {
    console.error(
      `dist/ lacks the ${name} that these sources make, and vite is not installed to build them: run npm ci.`,
    );
    process.exit(1);
  }
  try {
    accessSync(root, constants.W_OK);
  } catch {
    console.error(
      `dist/ lacks the ${name} that these sources make, and this user may not write to ${root}: let its owner run npm run build.`,
    );
    process.exit(1);
  }
  // One process at a time: vite empties the folder first. The operating system's lock is taken
  // through SQLite: it ends with its process.
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const lock = new DatabaseSync(path.join(root, '.cache/build.lock'), { timeout: WAIT_MS });
  lock.exec('begin immediate');
  if (isWanted(one)) {
    console.log(`Building the ${name} …`);
    // Visitors get the libraries' production builds, whatever the mode of this process, such as
    // that of tests.
    const env = { ...process.env, NODE_ENV: 'production' };
    const { status } = spawnSync(process.execPath, [vite, 'build', ...args, '--logLevel', 'warn'], {
      cwd: root,
      env,
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
    writeFileSync(path.join(root, one.stamp), stampOf(one));
  }
  lock.close();
}

function readStamp({ stamp }: Build): string | null {
  const file = path.join(root, stamp);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Hashes also an output, so a build by hand counts as stale too. */
function stampOf({ sources, output }: Build): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = source.includes('.')
      ? ['']
      : readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' }).sort();
    for (const file of files) {
      const name = path.join(root, source, file);
      if (source.includes('.') || (/\.\w+$/.test(file) && !/\.test\.tsx?$/.test(file)))
        hash.update(`${source}/${file}\0`).update(readFileSync(name));
    }
  }
  if (existsSync(path.join(root, output))) hash.update(readFileSync(path.join(root, output)));
  return hash.digest('hex');
}
