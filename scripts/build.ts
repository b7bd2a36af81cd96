/** `npm run build`: builds the pages and records from which sources. `npm start` builds them again if the sources have changed since. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const sources = ['web', 'contract', 'scripts/build.ts', 'vite.config.ts', 'package-lock.json'];
const stampFile = path.join(root, 'dist/stamp');
const manifestFile = path.join(root, 'dist/client/.vite/manifest.json');

if (import.meta.main) build();

/** Builds into dist/ unless that was built from the same sources. Ends the process if the build fails. */
export function buildIfStale(): void {
  if (readStamp() !== stamp()) build();
}

function build(): void {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) {
    console.error('The pages in dist/ are not built from these sources, and vite is not installed to build them: run npm ci.');
    process.exit(1);
  }
  try {
    accessSync(root, constants.W_OK);
  } catch {
    console.error(
      `The pages in dist/ are not built from these sources, and this user may not write to ${root}: let its owner run npm run build.`,
    );
    process.exit(1);
  }
  console.log('Building the pages …');
  // Visitors get the libraries' production builds, whatever the mode of this process, such as that of tests.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stampFile, stamp());
}

function readStamp(): string | null {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
}

/** A hash of every source and of the build's manifest, so that a build by hand counts as stale too. */
function stamp(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = source.includes('.') ? [''] : readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' }).sort();
    for (const file of files) {
      const name = path.join(root, source, file);
      if (source.includes('.') || /\.\w+$/.test(file)) hash.update(`${source}/${file}\0`).update(readFileSync(name));
    }
  }
  if (existsSync(manifestFile)) hash.update(readFileSync(manifestFile));
  return hash.digest('hex');
}
