/**
 * `npm run release -- [--key FILE …] [PLATFORM …]` makes release/druse-VERSION-PLATFORM.tar.gz of the
 * current commit for each platform that npm has a Node for, with its sha256, its signature and the
 * list of its parts beside it. Unpacked it needs neither Node nor npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { programCall } from './programs.ts';
import { writeArchive } from './release/archive.ts';
import {
  cycloneDx,
  type Lock,
  nodePackages,
  type Part,
  type Platform,
  partsOf,
} from './release/parts.ts';
import { namedDependencies, planOf, releasedSources } from './release/plan.ts';
import { publicKeyOf, readSigningKey, signatureOf } from './release/signature.ts';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'release');

const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const lock: Lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
const platforms = nodePackages(lock).map((one) => ({
  ...one,
  label: one.name.replace('node-', ''),
}));
const { values: given, positionals: wanted } = parseArgs({
  options: { key: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
const unknown = wanted.filter((label) => !platforms.some((one) => one.label === label));

if (unknown.length > 0)
  fail(
    `There is no Node for ${unknown.join(', ')}. There is for ${platforms.map(({ label }) => label).join(', ')}.`,
  );
const keys = given.key.map(keyIn);
if (keys.length === 0)
  console.warn(
    'Not signed, as no --key FILE is given: only shops whose release has no key take it.',
  );
if (git('status', '--porcelain').trim())
  fail('A release is made of a commit: commit what is changed, or put it away.');

const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts')], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const commit = git('rev-parse', 'HEAD').trim();
const made = new Date(Number(git('log', '-1', '--format=%ct')) * 1000);
const tracked = git('ls-files', '-z').split('\0').filter(Boolean);
const sources = releasedSources(tracked).filter((file) => /\.(?:ts|js)$/.test(file));
const named = namedDependencies(
  description.dependencies,
  sources.map((file) => readFileSync(path.join(root, file), 'utf8')),
);
mkdirSync(target, { recursive: true });
for (const one of platforms)
  if (wanted.length === 0 || wanted.includes(one.label)) await release(one);

async function release({
  name: nodePackage,
  platform,
  label,
}: {
  name: string;
  platform: Platform;
  label: string;
}): Promise<void> {
  const modules = mkdtempSync(path.join(tmpdir(), 'druse-release-'));
  try {
    const parts = partsOf(lock, named, platform);
    install(modules, platform);
    const all = partsOf(lock, [...Object.keys(description.dependencies), nodePackage], platform);
    refuseMissing(modules, [...parts, ...all.filter(({ name }) => name === nodePackage)], label);
    const top = `druse-${description.version}`;
    const file = path.join(target, `${top}-${label}.tar.gz`);
    const releaseKeys = keys.map(publicKeyOf);
    const entries = planOf({
      top,
      root,
      modules,
      platform,
      nodePackage,
      commit,
      releaseKeys,
      tracked,
      parts,
    });
    const { sha256, packed, unpacked } = await writeArchive(file, entries, made);
    writeFileSync(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`);
    if (keys.length > 0) writeFileSync(`${file}.sig`, signatureOf(keys, sha256));
    // One of a former run.
    else rmSync(`${file}.sig`, { force: true });
    writeFileSync(file.replace('.tar.gz', '.cdx.json'), cycloneDx(description, all, made));
    const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(
      `${path.relative(root, file)}: ${inMegabytes(packed)}, unpacked ${inMegabytes(unpacked)}, sha256 ${sha256}`,
    );
  } finally {
    rmSync(modules, { recursive: true, force: true });
  }
}

/** Installs by `package-lock.json`, perhaps for another platform. npm checks every hash. */
function install(folder: string, { os, cpu }: Platform): void {
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(path.join(root, file), path.join(folder, file));
  const words = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--loglevel=error',
    `--os=${os}`,
    `--cpu=${cpu}`,
    '--libc=glibc',
  ];
  const call = programCall('npm', words);
  const ended = spawnSync(call.file, call.args, {
    cwd: folder,
    shell: call.shell,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (ended.status !== 0) fail(`npm could not install the packages for ${os} on ${cpu}.`);
}

/** npm passes over an optional package that the registry does not serve, and sharp's is one. */
function refuseMissing(modules: string, parts: readonly Part[], label: string): void {
  const missing = parts.filter(
    ({ place }) => !existsSync(path.join(modules, place, 'package.json')),
  );
  if (missing.length > 0)
    fail(
      `No release for ${label}: the registry does not serve ${missing.map(({ name }) => name).join(', ')}.`,
    );
}

function keyIn(file: string): KeyObject {
  try {
    return readSigningKey(file);
  } catch (error) {
    return fail((error as Error).message);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
