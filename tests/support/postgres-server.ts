/** A real PostgreSQL server for tests, started by the first test that wants one and stopped when the run ends. */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { onceInRun } from './once-in-run.ts';

const run = promisify(execFile);

/** The folder with initdb and pg_ctl, the newest first; null where this machine has none. */
export function findPostgresBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return (
    folders.find(
      (folder) =>
        existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'pg_ctl')),
    ) ?? null
  );
}

/** PostgreSQL refuses to run as root: then somebody unprivileged runs it. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (user: string, flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf(user, '-u'), gid: idOf(user, '-g') };
    } catch {
      // No such user: the next one.
    }
  }
  throw new Error(
    'Running as root, and neither a user postgres nor nobody exists to run PostgreSQL',
  );
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (bound === null || typeof bound === 'string') throw new Error('No free port');
  return bound.port;
}

async function start(binaries: string, server: string): Promise<string> {
  const user = unprivileged();
  if (user)
    for (const owned of [path.dirname(server), server]) chownSync(owned, user.uid, user.gid);
  const options = { ...user, cwd: server };
  const data = path.join(server, 'data');
  const command = (name: string, ...words: string[]) =>
    run(path.join(binaries, name), words, options);
  await command(
    'initdb',
    '-D',
    data,
    '-U',
    'druse',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale',
    'C',
    '--no-sync',
  );
  const port = await freePort();
  const settings = `-p ${port} -k ${server} -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=64MB`;
  await command(
    'pg_ctl',
    'start',
    '-w',
    '-D',
    data,
    '-l',
    path.join(server, 'log'),
    '-o',
    settings,
  );
  return `postgres://druse@127.0.0.1:${port}/`;
}

/** URL of this run's server, without a database name. The first test file that asks starts it. */
export const postgresServer = (binaries: string, runFolder: string): Promise<string> =>
  onceInRun(runFolder, 'postgres', (folder) => start(binaries, folder));

/** Stops the server of the folder, if it was started, and removes the folder. */
export async function stopPostgresServer(binaries: string | null, folder: string): Promise<void> {
  const data = path.join(folder, 'postgres', 'data');
  if (binaries && existsSync(path.join(data, 'postmaster.pid'))) {
    await run(path.join(binaries, 'pg_ctl'), ['stop', '-m', 'immediate', '-w', '-D', data], {
      ...unprivileged(),
      cwd: folder,
    });
  }
  rmSync(folder, { recursive: true, force: true });
}
