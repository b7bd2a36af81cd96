/** A shop as `druse install` leaves it, in a folder of one's own: releases of the built sources that share their files by hard links, and a stand-in for systemd. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { relink } from '../../scripts/install/releases.ts';
import { root } from './imports.ts';
import { freePort } from './postgres-server.ts';

/** As much sooner than the unit does as a test has less time. */
const RESTART_MS = 200;

/** What of a release differs from these sources, by path. */
type Changes = Record<string, string>;

/** Writes a release of these sources into the folder. */
function writeRelease(folder: string, commit: string, changes: Changes): void {
  mkdirSync(path.join(folder, 'node'), { recursive: true });
  for (const name of ['core', 'features', 'platform', 'scripts', 'dist', 'deploy'])
    execFileSync('cp', ['-al', path.join(root, name), folder]);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  symlinkSync(realpathSync(process.execPath), path.join(folder, 'node/node'));
  const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...description, commit }));
  for (const [name, text] of Object.entries(changes)) {
    // The file is another name of one of the sources.
    rmSync(path.join(folder, name), { force: true });
    writeFileSync(path.join(folder, name), text);
  }
}

/** The archive of a release, with its sum beside it. @returns its path, and the release's name. */
export function makeArchive(
  where: string,
  commit: string,
  changes: Changes = {},
): { archive: string; name: string } {
  const folder = mkdtempSync(path.join(where, 'archive-'));
  writeRelease(path.join(folder, 'druse'), commit, changes);
  const archive = path.join(folder, `druse-${commit}.tar.gz`);
  execFileSync('tar', ['-cf', archive, '--use-compress-program=gzip -1', '-C', folder, 'druse'], {
    maxBuffer: 2 ** 26,
  });
  rmSync(path.join(folder, 'druse'), { recursive: true });
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${sum}  ${path.basename(archive)}\n`);
  return { archive, name: nameOf(commit) };
}

const nameOf = (commit: string) =>
  `${JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version}-${commit}`;

export type InstalledShop = Awaited<ReturnType<typeof installShop>>;

/** Installs a release of these sources and starts it on these data. @param more of its environment. */
export async function installShop(
  where: string,
  dataDir: string,
  more: Record<string, string> = {},
) {
  const home = mkdtempSync(path.join(where, 'installed-'));
  const port = await freePort();
  const first = nameOf('former');
  writeRelease(path.join(home, 'releases', first), 'former', {});
  relink(home, first);
  copyFileSync(path.join(root, 'deploy/before-start.sh'), path.join(home, 'before-start'));
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    PORT: String(port),
    DEMO: 'off',
    PICTURE_EFFORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    NODE_COMPILE_CACHE: path.join(home, 'compiled'),
    DATA_DIR: dataDir,
    ...more,
  };
  const systemd = await standInForSystemd(home, environment);
  const origin = `http://127.0.0.1:${port}`;
  await systemd.restart();

  /** Starts `druse upgrade` as the release that is installed has it. */
  function upgrade(archive: string, ...options: string[]) {
    const words = [path.join(home, 'current/scripts/druse.ts'), 'upgrade', archive, ...options];
    const child = spawn(path.join(home, 'current/node/node'), words, {
      env: { ...environment, PATH: `${systemd.programs}:${environment.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
    const ended = new Promise<number | string>((resolve) =>
      child.on('close', (code, signal) => resolve(code ?? signal ?? '')),
    );
    return { child, ended, printed: () => text };
  }
  return { home, dataDir, origin, first, upgrade, systemd, stop: systemd.stop };
}

/** Does with the unit's command line what systemd would: starts it again where it ends, and hears `systemctl restart`. */
async function standInForSystemd(home: string, environment: Record<string, string>) {
  let shop: ChildProcess | null = null;
  let isStopped = false;
  let turn = Promise.resolve();

  function start(): void {
    execFileSync('sh', [path.join(home, 'before-start')], { env: environment, stdio: 'ignore' });
    const child = spawn(path.join(home, 'current/node/node'), ['dist/shop/main.js'], {
      cwd: realpathSync(path.join(home, 'current')),
      env: environment,
      stdio: 'ignore',
    });
    shop = child;
    child.once('exit', () => setTimeout(() => shop === child && !isStopped && start(), RESTART_MS));
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = shop;
    shop = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
  const restart = () => {
    turn = turn.then(() => end('SIGTERM')).then(start);
    return turn;
  };
  const server = createServer((_, response) => void restart().then(() => response.end())).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const programs = path.join(home, 'programs');
  mkdirSync(programs);
  const line = `fetch('http://127.0.0.1:${port}/restart', { method: 'POST' }).then((answer) => answer.text())`;
  writeFileSync(path.join(programs, 'systemctl'), `#!${process.execPath}\n${line};\n`, {
    mode: 0o755,
  });
  return {
    programs,
    restart,
    kill: () => shop?.kill('SIGKILL'),
    async stop() {
      isStopped = true;
      server.close();
      server.closeAllConnections();
      await end('SIGKILL');
    },
  };
}
