/** `npm start` as npm runs it: by a shell that may stay between npm and the shop, on a Node that may be an older one. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';
import { builtShop, preparedDataDir, runShop } from './support/shop-process.ts';
import { isThorough } from './support/thorough.ts';

const description: {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

test('a shell that npm ends takes the shop with it, which closes in order', async () => {
  await builtShop();
  const env = {
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    DATA_DIR: await preparedDataDir(),
    DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'info',
    npm_lifecycle_event: 'start',
  };
  // The colon keeps the shell from becoming the shop, as some do and some do not.
  const shell = spawn('/bin/sh', ['-c', `${description.scripts.start}; :`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  shell.stdout.on('data', (text) => (printed += text));
  // Its output ends with the last process that has it.
  const ended = new Promise((resolve) => shell.stdout.on('end', resolve));
  await expect.poll(() => printed).toMatch(/Druse is open at http\S+/);
  const origin = /open at (http\S+)/.exec(printed)?.[1] ?? '';
  expect(await (await fetch(`${origin}/healthz`)).text()).toBe('ok');
  shell.kill('SIGTERM');
  await ended;
  await expect(fetch(origin)).rejects.toThrow();
});

// Where the system shows what a process was started with.
test.runIf(isThorough && process.platform === 'linux')(
  'npm start goes on in the process that it began as, with what keeps its memory small',
  async () => {
    await builtShop();
    const shop = runShop({ DATA_DIR: await preparedDataDir() }, ['scripts/start.ts']);
    await expect.poll(() => shop.printed()).toContain('Druse is open at');
    const words = readFileSync(`/proc/${shop.child.pid}/cmdline`, 'utf8').split('\0');
    const environment = readFileSync(`/proc/${shop.child.pid}/environ`, 'utf8').split('\0');
    shop.child.kill('SIGTERM');
    expect(await shop.ended).toBe(0);
    expect(words.slice(1)).toEqual([
      '--max-semi-space-size=4',
      path.join(root, 'dist/shop/main.js'),
      '',
    ]);
    expect(environment).toContain('MALLOC_ARENA_MAX=2');
  },
);

const pretending = (versions: object, platform = process.platform) =>
  `data:text/javascript,${encodeURIComponent(`
    Object.defineProperty(process, 'versions', { value: ${JSON.stringify(versions)} });
    Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} });
    Object.defineProperty(process, 'arch', { value: 'x64' });
  `)}`;

test.each<{ platform: NodeJS.Platform; advice: RegExp }>([
  { platform: 'win32', advice: /: run npm ci, which brings it, and start the command by npm\.$/ },
  {
    platform: 'freebsd',
    advice:
      /: npm has no package of it for freebsd on x64, so install Node 24 from https:\/\/nodejs\.org\.$/,
  },
])(
  'a command on an older Node says in a sentence what to do on $platform, and does nothing',
  async ({ platform, advice }) => {
    const { ended, printed } = runShop({}, [
      '--import',
      pretending({ node: '20.19.0' }, platform),
      '--import',
      './scripts/needs-node.js',
      'scripts/start.ts',
      '--help',
    ]);
    expect(await ended).toBe(1);
    expect(printed().trim()).toMatch(advice);
    expect(printed()).toMatch(/^Druse needs Node 24\.7 or newer; this is 20\.19\.0: [^\n]*\n$/);
  },
);
