/** A real PostgreSQL server for tests, started by the first test that wants one and stopped when the run ends. */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder with initdb and pg_ctl, the newest first; null where this machine has none. */
export function findPostgresBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'pg_ctl'))) ?? null;
}

/** PostgreSQL refuses to run as root: then somebody unprivileged runs it. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (user: string, flag: '-u' | '-g') => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf(user, '-u'), gid: idOf(user, '-g') };
    } catch {
      // No such user: the next one.
    }
  }
  throw new Error('Running as root, and neither a user postgres nor nobody exists to run PostgreSQL');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

async function start(binaries: string, folder: string): Promise<string> {
  const user = unprivileged();
  const server = path.join(folder, 'server');
  mkdirSync(server);
  if (user) for (const owned of [folder, server]) chownSync(owned, user.uid, user.gid);
  const options = { ...user, cwd: server };
  const data = path.join(server, 'data');
  const command = (name: string, ...words: string[]) => run(path.join(binaries, name), words, options);
  await command('initdb', '-D', data, '-U', 'druse', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync');
  const port = await freePort();
  const settings = `-p ${port} -k ${server} -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off -c shared_buffers=64MB`;
  await command('pg_ctl', 'start', '-w', '-D', data, '-l', path.join(server, 'log'), '-o', settings);
  return `postgres://druse@127.0.0.1:${port}/`;
}

/**
 * Address of the server, without a database name. Test files run in several processes: whoever makes the lock folder starts it, the others wait.
 * @param folder shared by the whole run.
 */
export async function postgresServer(binaries: string, folder: string): Promise<string> {
  const ready = path.join(folder, 'address');
  try {
    mkdirSync(path.join(folder, 'starting'));
  } catch {
    for (let waited = 0; !existsSync(ready); waited += 50) {
      if (waited > 60_000) throw new Error('The PostgreSQL server did not start within a minute');
      await wait(50);
    }
    return readFileSync(ready, 'utf8');
  }
  const address = await start(binaries, folder);
  writeFileSync(`${ready}.new`, address);
  renameSync(`${ready}.new`, ready);
  return address;
}

/** Stops the server of the folder, if it was started, and removes the folder. */
export async function stopPostgresServer(binaries: string | null, folder: string): Promise<void> {
  const data = path.join(folder, 'server', 'data');
  if (binaries && existsSync(path.join(data, 'postmaster.pid'))) {
    await run(path.join(binaries, 'pg_ctl'), ['stop', '-m', 'immediate', '-w', '-D', data], { ...unprivileged(), cwd: folder });
  }
  rmSync(folder, { recursive: true, force: true });
}
