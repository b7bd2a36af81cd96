/** Checks the written pages: the commands, paths and calls they name exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { releasedCommands } from '../scripts/owner-commands.ts';
import { suites } from '../scripts/suites.ts';
import { makeApp } from './support/app.ts';
import { makeSqlite } from './support/databases.ts';
import { projectFiles, root } from './support/imports.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const tracked = projectFiles();

const pages = [
  'README.md',
  ...globSync(['docs/**/*.md', '{core,features,platform,ui}/**/README.md'], { cwd: root }).sort(),
];
const INDEX = 'docs/decisions/README.md';
const decisions = pages.filter((page) => page.startsWith('docs/decisions/') && page !== INDEX);
const files = [...pages, '.env.example', '.ci/run'];
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

/** What a page shows as code: spans, and blocks indented or fenced. The other files are all code. */
function codeOf(file: string): string[] {
  const text = read(file);
  if (!file.endsWith('.md')) return text.split('\n').map((line) => line.replace(/^#\s?/, ''));
  const blocks = [
    ...text.matchAll(/^ {4,}(\S.*)$/gm),
    ...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm),
  ].map(([, block = '']) => block);
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span).concat(blocks);
}

const folders = 'core|features|platform|ui|tests|bench|scripts|demo|deploy|docs|\\.ci';
const pathPattern = new RegExp(
  `(?<![\\w./:*-])(?:\\./)?(?:(?:${folders})/[\\w./*-]*|[\\w.*-]+\\.(?:ts|json|md)|LICENSE|\\.env\\.example)(?!\\w)`,
  'g',
);

/** Whether a name is that of a tracked file or folder: by its path, its bare name, or a pattern with stars. */
function exists(name: string): boolean {
  const bare = name.replace(/^\.\//, '').replace(/\/$/, '');
  const pattern = new RegExp(`^${bare.split('*').map(RegExp.escape).join('[^/]*')}$`);
  return tracked.some((file) =>
    name.includes('/')
      ? pattern.test(file) || file.startsWith(`${bare}/`)
      : pattern.test(path.basename(file)),
  );
}

describe.each(files)('%s', (file) => {
  test('names files that exist', () => {
    const named = codeOf(file).flatMap((code) => code.match(pathPattern) ?? []);
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });

  test('names commands that exist', () => {
    const ofRelease = releasedCommands(scripts);
    const wrong = codeOf(file).flatMap((code) => {
      const npm = [...code.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)].filter(
        ([command, name = '']) =>
          !(name in scripts) &&
          (command.startsWith('npm run') || !['ci', 'install', 'prune'].includes(name)),
      );
      const npx = [...code.matchAll(/\bnpx ([a-z]+)/g)].filter(
        ([, name = '']) => !existsSync(path.join(root, 'node_modules/.bin', name)),
      );
      const node = [...code.matchAll(/\bnode ([\w./-]+\.ts)/g)].filter(
        ([, script = '']) => !exists(script),
      );
      const druse = [...code.matchAll(/(?<=^|\n|\.\/)druse ([a-z]+)/g)].filter(
        ([, name = '']) => !(name in ofRelease),
      );
      return [...npm, ...npx, ...node, ...druse].map(([command]) => command);
    });
    expect(wrong).toEqual([]);
  });

  test('links only to files that exist', () => {
    const targets = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, target = '']) => target,
    );
    expect(
      targets.filter((target) => !existsSync(path.join(root, path.dirname(file), target))),
    ).toEqual([]);
  });

  test('names no path of the machine it was written on', () => {
    expect(read(file)).not.toMatch(/(?<![\w.])\/(?:home|root|work|Users|tmp|mnt)\b/);
  });
});

describe('README.md', () => {
  test('is one screen, with a picture that loads quickly', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(60);
    expect(readFileSync(path.join(root, 'docs/screenshot.jpg')).length).toBeLessThanOrEqual(
      300_000,
    );
  });

  test('has the two commands', () => {
    for (const command of ['npm ci && npm start', 'npm ci && npm test'])
      expect(codeOf('README.md')).toContain(command);
  });
});

test('npm scripts say nothing that only one kind of shell understands', () => {
  // Programs with arguments, and && between them: as cmd, PowerShell and every shell of Unix read it.
  const strange = Object.entries(scripts).filter(([, text]) =>
    /[^\w ./=@:&-]|(?<!&)&(?!&)|(^|&& )(exec|env|\w+=)/.test(text),
  );
  expect(strange).toEqual([]);
});

test('docs/developing.md lists the suites that there are, and the command, the proof and the cost of each', () => {
  const rows = Object.entries(suites).map(
    ([name, { command, proves, costs }]) =>
      `| \`${name}\` | \`${command}\` | ${proves} | ${costs} s |`,
  );
  expect(
    read('docs/developing.md')
      .match(/^\| `.*$/gm)
      ?.map((row) => row.replace(/ {2,}/g, ' ')),
  ).toEqual(rows);
});

describe('what keeps memory small', () => {
  const asOthers = (text: string) =>
    text.replace(/MALLOC_ARENA_MAX: '(\d+)'/, 'MALLOC_ARENA_MAX=$1');
  const start = asOthers(read('scripts/lean-process.ts'));
  const flag = /--max-semi-space-size=\d+/.exec(start)?.[0] ?? 'none';
  const arenas = /MALLOC_ARENA_MAX=\d+/.exec(start)?.[0] ?? 'none';

  test.each(['Dockerfile', 'deploy/druse.service', 'docs/operations.md', 'bench/servers.ts'])(
    'npm start and %s set alike',
    (file) => {
      const text = asOthers(read(file));
      expect(text).toContain(flag);
      expect(text).toContain(arenas);
    },
  );

  // The image has no folder to write to.
  test.each([
    'scripts/lean-process.ts',
    'deploy/druse.service',
    'docs/operations.md',
    'bench/servers.ts',
  ])('%s names a folder for compiled modules', (file) => {
    expect(read(file)).toMatch(/NODE_COMPILE_CACHE(=|: )\S/);
  });
});

/** A record is read only where there are few of them. */
const MAX_DECISIONS = 30;
const MAX_DECISION_WORDS = 11_000;
/** Of README.md, CHANGELOG.md and every page below. It only goes down: who adds a page shortens another. */
const MAX_WORDS = 39_000;

const wordsIn = (names: readonly string[]) =>
  names.flatMap((name) => read(name).split(/\s+/).filter(Boolean)).length;

test('all pages together stay short enough to be read', () => {
  expect(wordsIn([...pages, 'CHANGELOG.md'])).toBeLessThanOrEqual(MAX_WORDS);
});

describe('decisions', () => {
  const sources = tracked.filter(
    (file) => /\.(?:tsx?|mjs|css|sh)$/.test(file) && !/^tests\/|\.test\.tsx?$/.test(file),
  );
  const recordsIn = (file: string) =>
    [...read(file).matchAll(/docs\/decisions\/\d{4}[\w-]*\.md/g)].map(([record]) => record);

  test('are few and short', () => {
    expect(decisions.length).toBeLessThanOrEqual(MAX_DECISIONS);
    expect(wordsIn([...decisions, INDEX])).toBeLessThanOrEqual(MAX_DECISION_WORDS);
  });

  test('have a number each', () => {
    const numbers = decisions.map((page) => path.basename(page).slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  test('are each named by the source that they guard', () => {
    const named = new Set(sources.flatMap(recordsIn));
    expect(decisions.filter((page) => !named.has(page))).toEqual([]);
  });

  test('that any file names exist', () => {
    const texts = tracked.filter((file) => /\.(?:tsx?|mjs|css|sh|ya?ml|json|md)$/.test(file));
    const gone = texts.flatMap((file) =>
      recordsIn(file)
        .filter((record) => !decisions.includes(record))
        .map((record) => `${file}: ${record}`),
    );
    expect(gone).toEqual([]);
  });

  test('are each in the index once, under their titles', () => {
    const listed = [...read(INDEX).matchAll(/^- \[(\d{4})\]\((\S+)\) (.+)$/gm)].map(
      ([, number, file, title]) => `${file}: # ${number} ${title}`,
    );
    expect(listed.sort()).toEqual(
      decisions.map((page) => `${path.basename(page)}: ${read(page).split('\n')[0]}`),
    );
  });

  test.each(decisions)('%s is a page with its three headings', (page) => {
    const lines = read(page).split('\n');
    expect(lines[0]).toMatch(new RegExp(`^# ${path.basename(page).slice(0, 4)} \\S`));
    expect(lines.filter((line) => line.startsWith('## '))).toEqual([
      '## Context',
      '## Decision',
      '## Consequences',
    ]);
    expect(lines[2], 'the date of the decision').toMatch(/^Date: 20\d\d-\d\d-\d\d$/);
    expect(lines.length).toBeLessThanOrEqual(60);
  });
});

describe('docs/architecture.md', () => {
  test('is read in one go', () => {
    const lines = read('docs/architecture.md').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(120);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });
});

describe('docs/api.md', () => {
  test('lists only calls that exist', async () => {
    const database = await makeSqlite();
    const { app, visitor } = await makeApp(database);
    const description = (await visitor().get('/api/openapi.json')).json<{
      paths: Record<string, object>;
    }>();
    await app.close();
    await database.close();
    const general = (name: string) => name.replace(/^\/api\/settings\/.+/, '/api/settings/{key}');
    const calls = Object.entries(description.paths).flatMap(([name, methods]) =>
      Object.keys(methods).flatMap((method) =>
        [name, general(name)].map((address) => `${method.toUpperCase()} ${address}`),
      ),
    );
    const listed = [...read('docs/api.md').matchAll(/^\| `([A-Z]+ \/api\/\S+)`/gm)].map(
      ([, call = '']) => call,
    );
    expect(listed.length).toBeGreaterThan(10);
    // The OpenAPI document has no HEAD calls.
    const described = (call: string) => calls.includes(call.replace(/^HEAD/, 'GET'));
    expect(listed.filter((call) => !described(call))).toEqual([]);
  });
});
