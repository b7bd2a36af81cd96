/** Commands are told as they are typed where the shop runs: with npm, in an unpacked release, or in an installed one. */
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { commandsAs } from '#core/contract/command-words.ts';
import { homeOf, prefixOf } from '#platform/process/way-of-running.ts';
import { isOfShop, sourceFiles, sourceOf } from './support/imports.ts';

test.each([
  ['npm run backup -- --encrypt FILE.age', 'druse backup --encrypt FILE.age'],
  ['npm run doctor [-- --json]', 'druse doctor [--json]'],
  ['Every name: npm start -- --help', 'Every name: druse start --help'],
  ['npm run user -- set-password < file', 'druse user set-password < file'],
])('“%s” is typed “%s” where there is no npm', (withNpm, without) => {
  expect(commandsAs('npm', withNpm)).toBe(withNpm);
  expect(commandsAs('druse', withNpm)).toBe(without);
  expect(commandsAs('./druse', withNpm)).toBe(without.replace('druse', './druse'));
});

test('an unpacked release is started from its folder, an installed one from anywhere', () => {
  const ways = { isRelease: true, isInstalled: false, platform: 'linux' };
  expect(prefixOf(ways)).toBe('./druse');
  expect(prefixOf({ ...ways, platform: 'win32' })).toBe('druse');
  expect(prefixOf({ ...ways, isInstalled: true })).toBe('druse');
  expect(prefixOf({ ...ways, isRelease: false })).toBe('npm');
});

test('a release is installed where the link to the one that runs is beside its folder', () => {
  const home = mkdtempSync(path.join(inject('runFolder'), 'home-'));
  const release = path.join(home, 'releases/1.0.0-abc');
  mkdirSync(release, { recursive: true });
  expect(homeOf(release)).toBeNull();
  symlinkSync('releases/1.0.0-abc', path.join(home, 'current'));
  expect(homeOf(release)).toBe(home);
  expect(homeOf(home)).toBeNull();
});

/** Runs where there are sources, or says what others pass through the function above. */
const LEFT =
  /^(core\/server\/main|platform\/rendering\/renderer|features\/passkeys\/server\/user-commands\.service|scripts\/(build|fix-lock|release|suites|test))\.ts$/;

test('what is said of commands goes through the one function that knows how they are typed', () => {
  const production = sourceFiles().filter(
    (file) => (isOfShop(file) || /^scripts\/.*\.ts$/.test(file)) && !LEFT.test(file),
  );
  const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const naming = production.filter((file) =>
    /npm (run|start)/.test(withoutComments(sourceOf(file))),
  );
  expect(naming.length).toBeGreaterThan(5);
  // `runCommand` and `explain` pass a usage through it.
  const untold = naming.filter(
    (file) => !/asTyped\(|useCommandWords\(|(runCommand|explain)\(USAGE/.test(sourceOf(file)),
  );
  expect(untold).toEqual([]);
});
