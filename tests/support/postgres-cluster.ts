/** PostgreSQL servers of a test's own, which it may stop, kill and promote. They keep what they have acknowledged, as in earnest. */
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries, freePort, unprivileged } from './postgres-server.ts';

const run = promisify(execFile);

export type PostgresServer = {
  port: number;
  start(): Promise<void>;
  /** As a power cut: nothing is flushed, nobody is told. */
  kill(): Promise<void>;
  /** Makes a standby a primary. */
  promote(): Promise<void>;
};

export const postgresBinaries = findPostgresBinaries();

/** A new primary in a folder of its own in this one, started. @param settings further ones, such as `synchronous_standby_names=*`. */
export async function startPrimary(
  where: string,
  settings: string[] = [],
): Promise<PostgresServer> {
  const folder = newFolder(where);
  await command(
    folder,
    'initdb',
    '-D',
    'data',
    '-U',
    'druse',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale',
    'C',
  );
  const server = await serverIn(folder, settings);
  await server.start();
  return server;
}

/** A standby that follows the primary, started. */
export async function startStandby(
  where: string,
  primary: PostgresServer,
): Promise<PostgresServer> {
  const folder = newFolder(where);
  await command(
    folder,
    'pg_basebackup',
    '-D',
    'data',
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    'druse',
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  );
  const server = await serverIn(folder, []);
  await server.start();
  return server;
}

async function serverIn(folder: string, settings: string[]): Promise<PostgresServer> {
  const port = await freePort();
  const all = [
    'listen_addresses=127.0.0.1',
    'max_connections=60',
    'shared_buffers=32MB',
    'hot_standby=on',
    ...settings,
  ];
  const options = `-p ${port} -k ${folder} ${all.map((setting) => `-c ${setting}`).join(' ')}`;
  return {
    port,
    start: () => command(folder, 'pg_ctl', 'start', '-w', '-D', 'data', '-l', 'log', '-o', options),
    kill: () => command(folder, 'pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', 'data'),
    promote: () => command(folder, 'pg_ctl', 'promote', '-w', '-D', 'data'),
  };
}

function newFolder(where: string): string {
  // The server's user must be able to pass.
  chmodSync(where, 0o711);
  const folder = mkdtempSync(path.join(where, 'server-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  mkdirSync(path.join(folder, 'data'), { mode: 0o700 });
  if (user) chownSync(path.join(folder, 'data'), user.uid, user.gid);
  return folder;
}

async function command(folder: string, name: string, ...words: string[]): Promise<void> {
  if (!postgresBinaries) throw new Error('No PostgreSQL on this machine');
  await run(path.join(postgresBinaries, name), words, { ...unprivileged(), cwd: folder });
}
