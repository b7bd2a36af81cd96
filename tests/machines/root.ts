/** Small root file systems by debootstrap: the base once, a copy for each machine. Node, npm and what they need for their registry are this machine's own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AUTHORITIES, inside, makeDebian, PATH } from '../support/debian-root.ts';
import type { Machine } from './machines.ts';

const run = promisify(execFile);
const project = path.join(import.meta.dirname, '../..');
const cache = path.join(project, '.cache/machines');
/** One for all: else each would fetch the same again. */
const npmCache = path.join(cache, 'npm');
const LAST_OUTPUT_MS = 2_000;
/** Of the ordinary user in each root. */
const USER = { id: 1000, name: 'owner' };
const NPM_CACHE = '/var/cache/npm';

/** What this machine lacks, in words; empty where everything is there. */
export function missingTools(): string[] {
  const tools = {
    debootstrap: 'debootstrap',
    unshare: 'util-linux',
    chroot: 'coreutils',
    git: 'git',
  };
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  const missing = Object.entries(tools).filter(
    ([command]) => !folders.some((folder) => existsSync(path.join(folder, command))),
  );
  const list = missing.map(([command, name]) => `${command} is missing: apt-get install ${name}`);
  return process.getuid?.() === 0
    ? list
    : [...list, 'a root file system can only be made and entered by root'];
}

/** One machine's root. The process that runs in it gets none of this one's environment but where npm finds its registry. */
export type Root = {
  /** Puts a fresh clone of HEAD in place of the last one. */
  clone(): Promise<void>;
  /** Starts a command in the clone; its output goes to the log file of this name. */
  start(command: string[], log: string, environment?: Record<string, string>): Running;
  /** The processes that run in it, by their ids. */
  processes(): number[];
  /** Ends all of them, and removes it. */
  remove(): Promise<void>;
};

export type Running = {
  printed(): string;
  /** The exit code, or the name of the signal. */
  ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
};

export async function makeRoot(machine: Machine): Promise<Root> {
  await makeBase();
  const folder = path.join(cache, machine.name);
  await remove(folder);
  await run('cp', ['-a', path.join(cache, 'base'), folder]);
  await install(folder, machine);
  const home = machine.isOrdinaryUser ? `/home/${USER.name}` : '/root';
  const npmrc = path.join(process.env.HOME ?? '', '.npmrc');
  if (existsSync(npmrc)) copyFileSync(npmrc, path.join(folder, home, '.npmrc'));
  if (machine.isOrdinaryUser)
    await run('chown', ['-R', `${USER.id}:${USER.id}`, path.join(folder, home)]);
  mkdirSync(npmCache, { recursive: true });
  await run('chmod', ['-R', 'a+rwX', npmCache]);
  const busy = Array.from({ length: machine.busyLoops }, () => {
    const loop = spawn('chroot', [folder, 'sh', '-c', 'while :; do :; done'], { stdio: 'ignore' });
    loop.unref();
    return loop;
  });

  return {
    async clone() {
      const place = path.join(folder, home, 'druse');
      rmSync(place, { recursive: true, force: true });
      await run('git', ['clone', '--quiet', '--no-hardlinks', `file://${project}`, place]);
      if (machine.isOrdinaryUser) await run('chown', ['-R', `${USER.id}:${USER.id}`, place]);
    },
    start(command, log, environment = {}) {
      mkdirSync(path.join(cache, 'logs'), { recursive: true });
      const own = { PATH, HOME: home, ...forNpm(), ...machine.environment, ...environment };
      const user = machine.isOrdinaryUser ? [`--userspec=${USER.id}:${USER.id}`] : [];
      // The mounts go with the process that made them, however it ends.
      const script = `
        mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && mount --rbind /sys "$0/sys" || exit 1
        mount --bind "${npmCache}" "$0${NPM_CACHE}" || exit 1
        umask ${machine.umask}
        root=$0; exec chroot ${user.join(' ')} "$root" /bin/sh -c 'cd "$HOME/druse" && exec "$@"' sh "$@"`;
      const child = spawn('unshare', ['--mount', 'sh', '-c', script, folder, ...command], {
        env: own,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const file = createWriteStream(path.join(cache, 'logs', `${machine.name}-${log}.log`));
      let text = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          text += chunk;
          file.write(chunk);
        });
      }
      const ended = once(child, 'exit').then(async ([code, signal]: (number | string)[]) => {
        // What it has started may hold its output open.
        await Promise.race([once(child.stdout, 'close'), pause(LAST_OUTPUT_MS)]);
        file.end();
        return code ?? signal ?? '';
      });
      return { printed: () => text, ended, kill: (signal) => void child.kill(signal) };
    },
    processes: () => processesIn(folder).filter((id) => busy.every(({ pid }) => pid !== id)),
    remove: () => remove(folder),
  };
}

/** The smallest Debian of this machine's own version, with Node, npm and an ordinary user. */
async function makeBase(): Promise<void> {
  const base = path.join(cache, 'base');
  if (existsSync(base)) return;
  const folder = `${base}.new`;
  mkdirSync(cache, { recursive: true });
  await makeDebian(folder, ['ca-certificates']);
  const { node, npm } = systemNode();
  copyFileSync(node, path.join(folder, 'usr/local/bin/node'));
  cpSync(npm, path.join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await inside(
    folder,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && node --version && npm --version',
  );
  await inside(
    folder,
    `useradd --uid ${USER.id} --create-home ${USER.name} && mkdir ${NPM_CACHE} && apt-get update`,
  );
  renameSync(folder, base);
}

async function install(folder: string, { packages, environment }: Machine): Promise<void> {
  if (packages.length === 0) return;
  await inside(folder, `apt-get install -y -q --no-install-recommends ${packages.join(' ')}`);
  const { LANG } = environment;
  if (LANG) await inside(folder, `localedef -i ${LANG.replace(/\..*/, '')} -f UTF-8 ${LANG}`);
}

/** The Node and npm of this machine, not those that the package brings. */
function systemNode(): { node: string; npm: string } {
  const folders = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const find = (name: string) =>
    folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
  const [node, npm] = [find('node'), find('npm')];
  if (!node || !npm) throw new Error('This machine has no Node and npm of its own');
  return { node: realpathSync(node), npm: path.resolve(realpathSync(npm), '../..') };
}

/** Which registry npm uses and whom it trusts, as on this machine. */
function forNpm(): Record<string, string> {
  const isForNpm = (name: string) =>
    /^npm_config_|^(https?|no)_proxy$/i.test(name) &&
    !/^npm_config_(cache|prefix|globalconfig|userconfig|local_prefix|node_gyp)$/i.test(name);
  const given = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && isForNpm(name) ? [[name, value]] : [],
  );
  return {
    ...Object.fromEntries(given),
    NODE_EXTRA_CA_CERTS: AUTHORITIES,
    npm_config_cache: NPM_CACHE,
  };
}

function processesIn(folder: string): number[] {
  return globSync('/proc/[0-9]*').flatMap((place) => {
    try {
      return readlinkSync(`${place}/root`) === folder ? [Number(path.basename(place))] : [];
    } catch {
      return [];
    }
  });
}

async function remove(folder: string): Promise<void> {
  for (let ids = processesIn(folder); ids.length > 0; ids = processesIn(folder)) {
    for (const id of ids) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await pause(50);
  }
  rmSync(folder, { recursive: true, force: true });
}
