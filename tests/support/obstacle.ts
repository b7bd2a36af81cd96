/** `node tests/support/obstacle.ts deploy` prints what this machine lacks for the suite `deploy` or `servers`, and nothing where it lacks nothing. */
import { missingTools } from '../deploy/image.ts';
import { findPostgresBinaries } from './postgres-server.ts';

const missing = process.argv[2] === 'deploy' ? missingTools() : [];
if (!findPostgresBinaries()) missing.push('PostgreSQL is missing: apt-get install postgresql');
if (missing.length > 0) console.log(missing.join('; '));
