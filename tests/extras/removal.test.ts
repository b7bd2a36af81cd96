/**
 * An extra can be taken out: without its folders and its lines in the lists no file is left that nothing needs, the shop is built and starts
 * with the demo, no page of it links to one that is gone, and the types fit, those of the remaining tests too. Without any extra those tests
 * also pass. With `UNITS=each` the tests of the other extras, and those that ask which there are, run without each: what is the core's alone passes
 * without all of them. It takes half an hour more. Works on a copy of what is committed.
 */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { doors, lists, needs, ofWholeShop } from '#tests/support/extras.ts';
import { importsOf, root } from '#tests/support/imports.ts';

const SIDES = ['contract', 'server', 'web'];
const MAX_PAGES = 150;

const extras = [...new Set(SIDES.flatMap((side) => readdirSync(path.join(root, side, 'extras'))))].toSorted();
/** An extra takes along those that cannot do without it. */
const takenWith = (name: string) => [name, ...Object.keys(needs).filter((other) => needs[other]?.includes(name))];

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test.each([...extras.map((name) => [name, takenWith(name)] as const), ['all of them', extras] as const])(
  'without %s the shop compiles, starts, keeps nothing of it, and leads to nothing that is gone',
  async (_, removed) => {
    const gone = goneWith(removed);
    const folder = copyWithout(removed, gone);
    const run = (...words: string[]) => runIn(folder, words);
    const isWithoutAny = removed.length === extras.length;
    // What two extras share stays for the one that is left.
    if (!isWithoutAny) expect(unusedFiles(folder)).toEqual(removed.flatMap((name) => doors[name] ?? []));
    await run('scripts/build.ts');
    const shop = await start(folder);
    try {
      expect(await deadLinks(shop.origin)).toEqual([]);
    } finally {
      await shop.stop();
    }
    // Not before: what only a test needs is left over all the same.
    unpack(
      folder,
      committed.filter((file) => isTest(file) && !gone.has(file)),
    );
    await Promise.all(
      ['tsconfig.json', 'tsconfig.web.json'].map((project) => run('node_modules/typescript/bin/tsc', '-p', project, '--checkers', '1')),
    );
    const units = isWithoutAny ? [] : committed.filter((file) => isOfExtras(file) && !gone.has(file));
    if (isWithoutAny || process.env.UNITS === 'each')
      await run('node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--project', 'web', '--reporter', 'dot', ...units);
  },
  1_500_000,
);

const clean = { ...process.env, NODE_ENV: '', DATABASE_URL: '', MEDIA_URL: '', SMTP_URL: '', PUBLIC_URL: '', ADMIN_PASSWORD: '', HOST: '' };

const committed = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const isTest = (file: string) => /^(?:tests|bench)\/|\.test\.tsx?$|^(?:vitest|playwright)[.\w]*\.config\.ts$/.test(file);

/** Whether it is a test of an extra, or asks which extras there are. */
const isOfExtras = (file: string) =>
  /^(?!tests\/extras\/).*\.test\.tsx?$/.test(file) &&
  (file.includes('/extras/') || /\bhasExtra\(/.test(readFileSync(path.join(root, file), 'utf8')));

const inFoldersOf = (removed: readonly string[]) => new RegExp(`/extras/(?:${removed.join('|')})/`);

/** What goes with the extras: their own files, and the tests and commands that import one of these. */
function goneWith(removed: readonly string[]): Set<string> {
  const gone = new Set([...committed.filter((file) => inFoldersOf(removed).test(file)), ...ofWholeShop]);
  const followers = committed.filter((file) => /\.tsx?$/.test(file) && (isTest(file) || file.startsWith('scripts/')));
  for (let before = 0; before !== gone.size; ) {
    before = gone.size;
    for (const file of followers) if (importsOf(file).some(({ target, isOwn }) => isOwn && gone.has(target))) gone.add(file);
  }
  return gone;
}

function unpack(folder: string, files: readonly string[]): void {
  const archive = execFileSync('git', ['archive', 'HEAD', ...files], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/** The tests are not there yet. */
function copyWithout(removed: readonly string[], gone: ReadonlySet<string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-extras-'));
  folders.push(folder);
  unpack(
    folder,
    committed.filter((file) => !isTest(file) && !gone.has(file)),
  );
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const list of lists) {
    const file = path.join(folder, list);
    const lines = readFileSync(file, 'utf8').split('\n');
    const left = lines.filter((line) => !inFoldersOf(removed).test(line)).join('\n');
    writeFileSync(file, list.endsWith('.ts') ? `${left}\nexport {};\n` : left);
  }
  const description = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  for (const [name, line] of Object.entries<string>(description.scripts))
    if (line.split(' ').some((word) => gone.has(word))) delete description.scripts[name];
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(description));
  return folder;
}

/** What the program printed is what is wrong, where it fails. */
const runIn = (folder: string, words: string[]) =>
  new Promise<void>((resolve, reject) => {
    execFile(process.execPath, words, { cwd: folder, env: clean, maxBuffer: 1e9 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}${stderr}`));
      else resolve();
    });
  });

/** Files of the copy that nothing needs, neither the shop nor a command. */
function unusedFiles(folder: string): string[] {
  const knip = ['node_modules/knip/bin/knip.js', '--include', 'files', '--reporter', 'json', '--no-config-hints'];
  const { stdout, stderr } = spawnSync(process.execPath, knip, { cwd: folder, encoding: 'utf8', env: clean });
  expect(stdout, stderr).not.toBe('');
  const { issues } = JSON.parse(stdout) as { issues: { file: string }[] };
  return issues.map(({ file }) => file).toSorted();
}

/** The demo shop of the copy at a free port. */
async function start(folder: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const env = { ...clean, PORT: '0', DATA_DIR: path.join(folder, 'data'), DEMO: 'on', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' };
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
