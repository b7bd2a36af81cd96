import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ownerCommands } from '../owner-commands.ts';
import type { Entry } from './archive.ts';
import type { Part, Platform } from './parts.ts';

const SOURCES =
  /^(?:(?:core\/(?:contract|server)|features\/[^/]+\/(?:contract|server)|platform|scripts|deploy|demo(?!\/scripts))\/|features\/[^/]+\.ts$|(?:LICENSE|CHANGELOG\.md|docs\/operations\.md)$)/;
const TESTS = /\.test\.tsx?$/;
/**
 * Nobody reads these files of packages: help for writing code or reading about it, what Node loads
 * in no package (TypeScript), or never (built for Bare), what only a compiler reads, and tests.
 */
const UNREAD =
  /\.(?:[cm]?tsx?|map|md|markdown|flow|tsbuildinfo|bare|cc?|h|gyp)$|(?:^|\/)\.bin\/|^(?:tests?|__tests__|bench|benchmarks?|examples?|\.github)\//;

export const releasedSources = (tracked: readonly string[]): string[] =>
  tracked.filter((file) => SOURCES.test(file) && !TESTS.test(file));

export function namedDependencies(
  dependencies: Record<string, string>,
  texts: readonly string[],
): string[] {
  return Object.keys(dependencies).filter((name) =>
    texts.some((text) =>
      [`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`].some((word) => text.includes(word)),
    ),
  );
}

type Description = { scripts: Record<string, string> } & Record<string, unknown>;

export function releasedDescription(
  { scripts, ...description }: Description,
  commit: string,
  releaseKeys: readonly string[],
): string {
  const commands = ownerCommands(scripts);
  const remaining = Object.fromEntries(
    Object.entries(scripts).filter(([name]) => name in commands),
  );
  const { name, version, license, type, engines, imports } = description;
  return `${JSON.stringify({ name, version, commit, ...(releaseKeys.length > 0 && { releaseKeys }), license, private: true, type, engines, imports, scripts: remaining }, null, 2)}\n`;
}

function starter({ os }: Platform): Entry {
  if (os === 'win32')
    return { name: 'druse.cmd', text: '@"%~dp0node\\node.exe" "%~dp0scripts\\druse.ts" %*\r\n' };
  const lines = [
    '#!/bin/sh',
    'here=$(dirname -- "$(readlink -f -- "$0")")',
    'exec "$here/node/node" "$here/scripts/druse.ts" "$@"',
    '',
  ];
  return { name: 'druse', isProgram: true, text: lines.join('\n') };
}

/** Node alone of its package: neither its headers nor its manual. */
function node(folder: string, { os }: Platform): Entry[] {
  const program = os === 'win32' ? 'node.exe' : 'node';
  const license = path.join(folder, 'LICENSE');
  return [
    { name: `node/${program}`, isProgram: true, file: path.join(folder, 'bin', program) },
    // The package for Windows lacks it.
    ...(existsSync(license) ? [{ name: 'node/LICENSE', file: license }] : []),
  ];
}

/** Leaves out packages inside it, which are parts of their own. */
function filesOf(modules: string, { place }: Part): Entry[] {
  const folder = path.join(modules, place);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  return files.flatMap((one) => {
    const file = path.join(one.parentPath, one.name);
    const inside = path.relative(folder, file).split(path.sep).join('/');
    return UNREAD.test(inside) || /(?:^|\/)node_modules\//.test(inside)
      ? []
      : [{ name: `${place}/${inside}`, file }];
  });
}

/**
 * Entries lie below the folder `top`.
 * @param modules npm has installed the platform's packages there.
 */
export function planOf(release: {
  top: string;
  root: string;
  modules: string;
  platform: Platform;
  nodePackage: string;
  commit: string;
  /** The public halves of the keys that sign it. */
  releaseKeys: readonly string[];
  tracked: readonly string[];
  parts: readonly Part[];
}): Entry[] {
  const { top, root, modules, platform, nodePackage, commit, releaseKeys, tracked, parts } =
    release;
  const built = readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name !== 'stamp')
    .map((one) =>
      path.relative(root, path.join(one.parentPath, one.name)).split(path.sep).join('/'),
    );
  const description: Description = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const entries: Entry[] = [
    ...[...releasedSources(tracked), ...built].map((name) => ({
      name,
      file: path.join(root, name),
    })),
    { name: 'package.json', text: releasedDescription(description, commit, releaseKeys) },
    starter(platform),
    ...node(path.join(modules, 'node_modules', nodePackage), platform),
    ...parts.flatMap((part) => filesOf(modules, part)),
  ];
  return entries.map((entry) => ({ ...entry, name: `${top}/${entry.name}` }));
}
