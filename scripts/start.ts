/** `npm start`: builds the pages and the server if their sources have changed since the last build, then starts the shop in this process. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.ts';

if (process.argv.includes('--help') || process.argv.includes('--dev')) await import('../server/main.ts');
else {
  buildIfStale();
  await import(pathToFileURL(path.join(import.meta.dirname, '../dist/shop/main.js')).href);
}
