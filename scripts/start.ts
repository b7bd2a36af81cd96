/** `npm start`: builds the pages if their sources have changed since the last build, then starts the shop in this process. */
import { buildIfStale } from './build.ts';

if (!process.argv.includes('--help') && !process.argv.includes('--dev')) buildIfStale();
await import('../server/main.ts');
