/** A real S3 server for tests, if Debian's Ceph is installed: one monitor, one in-memory OSD, and the S3 gateway. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';

const run = promisify(execFile);
const TIMEOUT_MS = 60_000;
const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];

export const hasRadosgw = (): boolean =>
  programs.every((name) => existsSync(path.join('/usr/bin', name)));

export type Radosgw = {
  /** What the shop's configuration needs to use it. */
  environment: Record<string, string>;
  stop(): Promise<void>;
};

/** Starts all three and creates a user and a bucket. Takes about 15 seconds. */
export async function startRadosgw(): Promise<Radosgw> {
  // Short, because it holds sockets, whose paths may have at most 107 characters.
  const folder = mkdtempSync(path.join(tmpdir(), 'rgw-'));
  const started: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(started.map(end));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { environment: await start(folder, started), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(folder: string, started: ChildProcess[]): Promise<Record<string, string>> {
  const [monitor = 0, gateway = 0] = await freePorts(2);
  const cluster = randomUUID();
  const conf = path.join(folder, 'ceph.conf');
  writeFileSync(conf, settings(folder, cluster, monitor, gateway));
  for (const name of ['mon', 'osd']) mkdirSync(path.join(folder, name));
  const command = (name: string, ...args: string[]) =>
    run(name, [...args, '--conf', conf], { cwd: folder, timeout: TIMEOUT_MS });
  const daemon = (name: string, ...args: string[]) => {
    const log = openSync(path.join(folder, `${name}.out`), 'a');
    const child = spawn(name, [...args, '-f', '--conf', conf], {
      cwd: folder,
      stdio: ['ignore', log, log],
    });
    started.push(child);
    return child;
  };

  await run(
    'monmaptool',
    ['--create', '--addv', 'a', `[v1:127.0.0.1:${monitor}]`, '--fsid', cluster, 'monmap'],
    { cwd: folder },
  );
  await command('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap');
  daemon('ceph-mon', '-i', 'a');
  const store = randomUUID();
  // The monitor may listen before it knows its commands (“problem getting command descriptions”); the same number is given for the same store.
  await until(() =>
    command('ceph', '--connect-timeout', '30', 'osd', 'new', store).then(() => true),
  );
  await command('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store);
  let osd = daemon('ceph-osd', '-i', '0');
  daemon('radosgw', '-n', 'client.rgw');
  const endpoint = `http://127.0.0.1:${gateway}`;
  await until(() => {
    // It crashes (“wrong fsid”) if it asks the monitor too early.
    if (hasEnded(osd)) osd = daemon('ceph-osd', '-i', '0');
    return fetch(endpoint).then(() => true);
  });

  const keys = { accessKeyId: 'DRUSETESTKEY', secretAccessKey: 'druse/test+secret' };
  const user = [
    '--uid',
    'druse',
    '--display-name',
    'druse',
    '--access-key',
    keys.accessKeyId,
    '--secret',
    keys.secretAccessKey,
  ];
  await command('radosgw-admin', '-n', 'client.rgw', 'user', 'create', ...user);
  const { ok, status } = await new AwsClient({ ...keys, service: 's3', region: 'us-east-1' }).fetch(
    `${endpoint}/stones`,
    {
      method: 'PUT',
    },
  );
  if (!ok) throw new Error(`The bucket could not be created: ${status}`);
  return {
    MEDIA_URL: 's3://stones/shop',
    S3_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
}

/** One machine, no authentication between its parts, everything in memory. */
const settings = (folder: string, cluster: string, monitor: number, gateway: number) => `[global]
fsid = ${cluster}
mon host = [v1:127.0.0.1:${monitor}]
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = false
osd objectstore = memstore
memstore device bytes = 1073741824
mon data avail crit = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd crush chooseleaf type = 0
mon allow pool size one = true
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
mon data = ${folder}/mon
osd data = ${folder}/osd
keyring = ${folder}/keyring
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${folder}
`;

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; await wait(200)) {
    if (await isDone().catch(() => false)) return;
  }
  throw new Error(`radosgw did not start within ${TIMEOUT_MS / 1000} seconds`);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Different ports that are free at the moment. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = servers.map(async (server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  });
  const found = await Promise.all(ports);
  for (const server of servers) server.close();
  return found;
}
