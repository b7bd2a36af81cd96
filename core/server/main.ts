import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '#platform/process/project-folder.ts';

const dist = path.join(projectFolder, 'dist');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Druse needs Node 24.7 or newer; this is ${process.versions.node}. Use npm start, which brings its own.`,
  );
  process.exit(1);
}
// Imported after the check: an older Node could not load them, or does not have them.
const { enableCompileCache, flushCompileCache } = await import('node:module');
// Halves the time to the first response from the second start on, unless NODE_COMPILE_CACHE names
// another folder; a read-only one does no harm.
enableCompileCache(path.join(projectFolder, '.cache/compiled'));
const { ConfigurationError } = await import('#platform/configuration-error.ts');
const { helpText, readConfig, readEnvironment, setMode } = await import('./config.ts');
const { keepNewFilesPrivate } = await import('#platform/storage/private-files.ts');

try {
  if (process.argv.includes('--help')) console.log(helpText());
  else if (process.argv.includes('--version'))
    console.log((await import('#platform/process/version.ts')).version);
  else await start();
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  const isDevelopment = process.argv.includes('--dev');
  if (!isDevelopment && !existsSync(path.join(dist, 'server/entry-server.js'))) {
    throw new ConfigurationError([
      'The pages are not built yet: use npm start, which builds them, or npm run build',
    ]);
  }
  keepNewFilesPrivate();
  // Before anything else is imported: libraries read it once.
  setMode(isDevelopment ? 'development' : 'production');
  const { startShop } = await import('./start.ts');
  const isRehearsal = process.argv.includes('--rehearsal');
  // A rehearsal works on a copy: whatever ends its command ends this process, even while it starts.
  if (isRehearsal) process.stdin.resume().once('end', () => process.exit(1));
  await startShop(config, {
    isDevelopment,
    isRehearsal,
    dist,
    withParent: environment.npm_lifecycle_event === 'start',
  });
  flushCompileCache();
}
