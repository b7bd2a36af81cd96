/**
 * Loaded before each command (`node --import ./scripts/needs-node.js …`): where Node is too old to read the rest, it says in a sentence what to do.
 * It is JavaScript, because an old Node must read it, and it keeps what is compiled for the next time, because it comes first.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  const { optionalDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const advice =
    `node-${system}-${process.arch}` in optionalDependencies
      ? 'run npm ci, which brings it, and start the command by npm'
      : `npm has no package of it for ${process.platform} on ${process.arch}, so install Node 24 from https://nodejs.org`;
  console.error(`Druse needs Node 24.7 or newer; this is ${process.versions.node}: ${advice}.`);
  process.exit(1);
}
// An older Node does not have it. A folder that cannot be written does no harm.
const { enableCompileCache } = await import('node:module');
enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));
