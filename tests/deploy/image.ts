/** Builds the shop's image and runs it, with Debian's buildah: no daemon, no registry, the network of this machine. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const cache = path.join(root, '.cache/deploy');
const BASE = 'localhost/druse-base';
const IMAGE = 'localhost/druse';
const OUTPUT_BYTES = 64 * 2 ** 20;

/** What this machine lacks, in words; empty where everything is there. */
export function missingTools(): string[] {
  const packages = { buildah: 'buildah', debootstrap: 'debootstrap', caddy: 'caddy' };
  const missing = Object.entries(packages).filter(([command]) => !hasCommand(command));
  const list = missing.map(([command, name]) => `${command} is missing: apt-get install ${name}`);
  return process.getuid?.() === 0
    ? list
    : [...list, 'building an image without a container engine needs root'];
}

const hasCommand = (name: string) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'].some((folder) =>
    existsSync(path.join(folder, name)),
  );

/** Builds the Dockerfile on a stand-in for its base. @returns the size of the image in bytes. */
export async function buildImage(): Promise<number> {
  // The base may be there from another folder.
  mkdirSync(cache, { recursive: true });
  await makeBase();
  // The registry that this machine's npm uses, and the authorities that it trusts.
  const own = path.join(process.env.HOME ?? '', '.npmrc');
  const npmrc = path.join(cache, 'npmrc');
  writeFileSync(
    npmrc,
    `${existsSync(own) ? readFileSync(own, 'utf8') : ''}\ncafile=/etc/ssl/certs/ca-certificates.crt\n`,
    { mode: 0o600 },
  );
  // The home folder is the image's.
  const volumes = [`${npmrc}:/root/.npmrc:ro`, '/etc/ssl/certs:/etc/ssl/certs:ro'];
  await buildah(
    'bud',
    '--isolation',
    'chroot',
    '--pull-never',
    '--layers',
    '--build-arg',
    `NODE_IMAGE=${BASE}`,
    ...volumes.flatMap((volume) => ['--volume', volume]),
    '-t',
    IMAGE,
    root,
  );
  const images: { size: string; names?: string[] }[] = JSON.parse(
    await buildah('images', '--json', IMAGE),
  );
  return bytesOf(images[0]?.size ?? '');
}

/** Debian's minimal system with Node, npm and the user `node`: what the base of the Dockerfile is, as far as the shop needs it. */
async function makeBase(): Promise<void> {
  if (await buildah('images', '-q', BASE).catch(() => '')) return;
  const system = path.join(cache, 'debian');
  if (!existsSync(system)) {
    rmSync(`${system}.new`, { recursive: true, force: true });
    await run(
      'debootstrap',
      ['--variant=minbase', '--include=ca-certificates', 'bookworm', `${system}.new`],
      { maxBuffer: OUTPUT_BYTES },
    );
    renameSync(`${system}.new`, system);
  }
  const container = (await buildah('from', 'scratch')).trim();
  await buildah('add', container, system, '/');
  await buildah('copy', container, process.execPath, '/usr/local/bin/node');
  const npm = path.join(cache, 'npm');
  cpSync(npmFolder(), npm, { recursive: true, force: true });
  await buildah('copy', container, npm, '/usr/local/lib/node_modules/npm');
  const setUp =
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node';
  await buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-c', setUp);
  await buildah('commit', '--rm', container, BASE);
}

/** Where the npm that runs this script lives. */
function npmFolder(): string {
  const cli = process.env.npm_execpath;
  if (!cli) throw new Error('Run this by npm: npm run test:deploy');
  return path.resolve(realpathSync(cli), '../..');
}

export type Container = { process: ChildProcess; printed(): string; stop(): Promise<void> };

/** What the image's CMD says. */
function imageCommand(): string[] {
  const command = /^CMD (\[.*\])$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))?.[1];
  if (!command) throw new Error('The Dockerfile has no CMD');
  return JSON.parse(command);
}

/** Starts the image as its CMD says, as its user, with this environment and `data` as its /data. */
export async function startContainer(
  environment: Record<string, string>,
  data: string,
): Promise<Container> {
  const container = (await buildah('from', '--pull-never', IMAGE)).trim();
  const env = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const words = [
    'run',
    '--isolation',
    'chroot',
    '--volume',
    `${data}:/data`,
    ...env,
    container,
    '--',
    ...imageCommand(),
  ];
  const child = spawn('buildah', words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise((resolve) => child.on('close', resolve));
  return {
    process: child,
    printed: () => text,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await buildah('rm', container);
    },
  };
}

async function buildah(...words: string[]): Promise<string> {
  const { stdout } = await run('buildah', words, { maxBuffer: OUTPUT_BYTES });
  return stdout;
}

/** "412 MB" as buildah writes it. */
function bytesOf(size: string): number {
  const [, amount = '0', unit = ''] = /^([\d.]+)\s*([KMG]?B)/.exec(size) ?? [];
  return Number(amount) * ({ KB: 1e3, MB: 1e6, GB: 1e9 }[unit] ?? 1);
}
