/** `node server/main.ts`: makes sure that the shop can run here, reads the configuration, and starts it. */
import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

const dist = path.join(import.meta.dirname, '../dist');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(`Druse needs Node 24.7 or newer; this is ${process.versions.node}. Use npm start, which brings its own.`);
  process.exit(1);
}
// Halves the time to the first response from the second start on; without a writable folder nothing is lost.
enableCompileCache(path.join(import.meta.dirname, '../.cache/compiled'));
// Loaded only now: an older version of Node lacks what these import.
const { ConfigurationError } = await import('./platform/configuration-error.ts');
const { helpText, readConfig, readEnvironment, setMode } = await import('./config.ts');

try {
  if (process.argv.includes('--help')) console.log(helpText());
  else await start();
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(readEnvironment());
  const isDevelopment = process.argv.includes('--dev');
  if (!isDevelopment && !existsSync(path.join(dist, 'server/entry-server.js'))) {
    throw new ConfigurationError(['The pages are not built yet: use npm start, which builds them, or npm run build']);
  }
  // Before anything else is loaded: libraries ask for it once.
  setMode(isDevelopment ? 'development' : 'production');
  const { startShop } = await import('./start.ts');
  await startShop(config, { isDevelopment, dist });
  flushCompileCache();
}
