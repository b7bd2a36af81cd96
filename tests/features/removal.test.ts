/**
 * A feature can be taken out, by its folder and its lines in the lists: of each the compiler says so. Without any of them the shop is built and starts with the
 * demo, no page links to one that is gone, its units pass, and the journeys of what it is for. Works on a copy of what is committed.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lists, needs, ofWholeShop } from '#tests/support/features.ts';
import { importsOf, root } from '#tests/support/imports.ts';

const MAX_PAGES = 150;
/** Milliseconds: the compiler reads the whole shop twice, which takes a busy machine minutes. */
const TYPES_TIMEOUT = 600_000;

const features = readdirSync(path.join(root, 'features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();
/** They take along those that cannot do without them. */
const takenWith = (names: readonly string[]) =>
  features.filter(
    (name) => names.includes(name) || needs[name]?.some((needed) => names.includes(needed)),
  );

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * What breaks without a feature is a file that stays, of the core or of another feature. So it is enough that for each two features there is a removal that takes
 * the one and leaves the other: few removals of many show what as many removals of one would.
 */
const removals = separating();

test('each feature is taken out where any other is left, unless that needs it', () => {
  expect(together(removals)).toEqual([]);
});

test.each(removals.map((removed) => ({ removed, title: removed.join(', ') })))(
  'what is left compiles without $title',
  async ({ removed }) => {
    const gone = goneWith(removed);
    const folder = copyWithout(removed, gone);
    unpack(
      folder,
      committed.filter((file) => isTest(file) && !gone.has(file)),
    );
    await expect(types(folder)).resolves.toBeDefined();
  },
  TYPES_TIMEOUT,
);

test('without any feature the shop compiles, starts, passes its units, and does what it is for', async () => {
  const gone = goneWith(features);
  const folder = copyWithout(features, gone);
  const run = (...words: string[]) => runIn(folder, words);
  await run('scripts/build.ts');
  const shop = await start(folder);
  try {
    expect(await deadLinks(shop.origin)).toEqual([]);
  } finally {
    await shop.stop();
  }
  unpack(
    folder,
    committed.filter((file) => isTest(file) && !gone.has(file)),
  );
  await expect(types(folder)).resolves.toBeDefined();
  const projects = ['sqlite', 'web'].flatMap((name) => ['--project', name]);
  await run('node_modules/vitest/vitest.mjs', 'run', ...projects, '--reporter', 'dot');
  await run('node_modules/@playwright/test/cli.js', 'test', '--grep', '@journey');
}, 1_500_000);

const clean = {
  ...process.env,
  NODE_ENV: '',
  DATABASE_URL: '',
  MEDIA_URL: '',
  SMTP_URL: '',
  PUBLIC_URL: '',
  ADMIN_PASSWORD: '',
  HOST: '',
};

const committed = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');
const isTest = (file: string) =>
  /^(?:tests|bench|features\/[^/]+\/tests)\/|\.test\.tsx?$|^(?:vitest|playwright)[.\w]*\.config\.ts$/.test(
    file,
  );

const inFoldersOf = (removed: readonly string[]) =>
  new RegExp(`^features/(?:${removed.join('|')})/`);
/** A line of a list, which stands beside the folders. */
const isLineOf = (removed: readonly string[]) => new RegExp(`\\./(?:${removed.join('|')})/`);

/** Pairs of which the second is never taken out where the first is left, though that does without it. */
function together(sets: readonly string[][]): [left: string, taken: string][] {
  const isApart = (left: string, taken: string) =>
    sets.some((names) => names.includes(taken) && !names.includes(left));
  return features.flatMap((left) =>
    features
      .filter((taken) => !isApart(left, taken) && !takenWith([taken]).includes(left))
      .map((taken): [string, string] => [left, taken]),
  );
}

/** Each feature is in three of seven sets, no two in the same three. What needs upset, sets of all but a few set right. */
function separating(): string[][] {
  const SETS = 7;
  const threes = Array.from({ length: 2 ** SETS }, (_, bits) => bits).filter(
    (bits) => bits.toString(2).replaceAll('0', '').length === 3,
  );
  const sets = Array.from({ length: SETS }, (_, set) =>
    takenWith(features.filter((_name, index) => ((threes[index] ?? 0) >> set) & 1)),
  );
  const allBut = (left: readonly string[]) =>
    features.filter(
      (name) => !left.includes(name) && !left.some((other) => needs[other]?.includes(name)),
    );
  for (let pairs = together(sets); pairs.length > 0; pairs = together(sets)) {
    const allButThese = allBut(pairs.map(([left]) => left));
    const isEnough = pairs.some(([, taken]) => allButThese.includes(taken));
    sets.push(isEnough ? allButThese : allBut(pairs.slice(0, 1).map(([left]) => left)));
  }
  return sets;
}

/** Both at once, with one checker each: more of them check much of what the others do. */
const types = (folder: string) =>
  Promise.all(
    ['tsconfig.json', 'tsconfig.web.json'].map((project) =>
      runIn(folder, ['node_modules/typescript/bin/tsc', '-p', project, '--checkers', '1']),
    ),
  );

/** What goes with the features: their own files, and the tests and commands that import one of these. */
function goneWith(removed: readonly string[]): Set<string> {
  const gone = new Set([
    ...committed.filter((file) => inFoldersOf(removed).test(file)),
    ...ofWholeShop,
  ]);
  const followers = committed.filter(
    (file) => /\.tsx?$/.test(file) && (isTest(file) || file.startsWith('scripts/')),
  );
  for (let before = 0; before !== gone.size; ) {
    before = gone.size;
    for (const file of followers)
      if (importsOf(file).some(({ target, isOwn }) => isOwn && gone.has(target))) gone.add(file);
  }
  return gone;
}

function unpack(folder: string, files: readonly string[]): void {
  const archive = execFileSync('git', ['archive', 'HEAD', ...files], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/** The tests are not there yet. */
function copyWithout(removed: readonly string[], gone: ReadonlySet<string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-features-'));
  folders.push(folder);
  unpack(
    folder,
    committed.filter((file) => !isTest(file) && !gone.has(file)),
  );
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  leaveOut(folder, removed);
  const description = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  for (const [name, line] of Object.entries<string>(description.scripts))
    if (line.split(' ').some((word) => gone.has(word))) delete description.scripts[name];
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(description));
  return folder;
}

/** Takes their lines out of the lists. */
function leaveOut(folder: string, removed: readonly string[]): void {
  for (const list of lists) {
    const file = path.join(folder, list);
    const lines = readFileSync(file, 'utf8').split('\n');
    const left = lines.filter((line) => !isLineOf(removed).test(line)).join('\n');
    writeFileSync(file, list.endsWith('.ts') ? `${left}\nexport {};\n` : left);
  }
}

/** What the program printed is what is wrong, where it fails. */
const runIn = (folder: string, words: string[]) =>
  new Promise<void>((resolve, reject) => {
    execFile(
      process.execPath,
      words,
      { cwd: folder, env: clean, maxBuffer: 1e9 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${error.message}\n${stdout}${stderr}`));
        else resolve();
      },
    );
  });

/** The demo shop of the copy at a free port. */
async function start(folder: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const env = {
    ...clean,
    PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
  };
  const child = spawn(process.execPath, ['dist/shop/main.js'], { cwd: folder, env });
  const closed = once(child, 'close');
  let printed = '';
  const opened = new Promise<string>((resolve, reject) => {
    const read = (data: Buffer) => {
      printed += data;
      const origin = /Druse is open at (http\S+)/.exec(printed)?.[1];
      if (origin) resolve(origin);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    closed.then(() => reject(new Error(`The shop did not start:\n${printed}`)), reject);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  return { origin: await opened, stop };
}

/** Links on the pages that visitors come to from the home page which lead to no page, each with the page that it stands on. */
async function deadLinks(origin: string): Promise<string[]> {
  const queue = new Map([['/', 'the start']]);
  const dead: string[] = [];
  let visited = 0;
  for (const [target, from] of queue) {
    if (visited++ >= MAX_PAGES) break;
    const response = await fetch(origin + target);
    const html = await response.text();
    if (response.status >= 400) dead.push(`${target} on ${from}`);
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
      const next = href.replaceAll('&amp;', '&');
      if (!/^\/(?:media|assets|api)\//.test(next) && !queue.has(next)) queue.set(next, target);
    }
  }
  expect(visited, 'the shop has pages at all').toBeGreaterThan(20);
  return dead;
}
