/**
 * `npm run test:servers`: the end-to-end suite on PostgreSQL and an S3-compatible store, started here, in place of the embedded default.
 * Arguments go to Playwright. Says so and does nothing where this machine has no PostgreSQL.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPostgresBinaries, postgresServer, stopPostgresServer } from './postgres-server.ts';
import { startS3Server } from './s3-server.ts';

const binaries = findPostgresBinaries();
if (binaries) process.exitCode = await runOn(binaries);
else console.log('Skipped: no PostgreSQL server binaries in /usr/lib/postgresql/*/bin or PATH.');

async function runOn(folderOfBinaries: string): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-servers-'));
  const store = await startS3Server();
  try {
    const env = {
      ...process.env,
      ...store.environment,
      E2E_POSTGRES: await postgresServer(folderOfBinaries, folder),
    };
    const playwright = spawn('playwright', ['test', ...process.argv.slice(2)], {
      env,
      stdio: 'inherit',
    });
    const [code] = (await once(playwright, 'close')) as [number | null];
    return code ?? 1;
  } finally {
    await store.stop();
    await stopPostgresServer(folderOfBinaries, folder);
  }
}
