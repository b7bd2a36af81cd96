/** WebKitGTK’s MiniBrowser by WebDriver (https://www.w3.org/TR/webdriver2/), on a screen in memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/postgres-server.ts';
import type { Browser, Key } from './window.ts';

const [MINI_BROWSER] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().reverse();
const TOOLS = { '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver', '/usr/bin/Xvfb': 'xvfb' };
const absent = Object.entries(TOOLS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));

/** As the protocol writes them, in Unicode's private use area. */
const KEYS: Record<Key, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowRight: '\uE014',
  Delete: '\uE017',
};
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export const webkit: Browser = {
  name: 'WebKit',
  missing:
    absent.length === 0 && MINI_BROWSER
      ? null
      : `WebKit is missing: apt-get install ${absent.join(' ') || 'libwebkit2gtk-4.1-0'}`,
  async open({ width, height }) {
    const screen = await startScreen();
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', ['-p', String(port)], {
      env: { ...process.env, DISPLAY: screen.name, LC_ALL: 'C.UTF-8' },
    });
    let errors: string[] = [];
    for (const stream of [driver.stdout, driver.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) =>
        errors.push(...text.split('\n').filter((line) => /CONSOLE .*ERROR/.test(line))),
      );
    }
    const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { value } = (await response.json()) as { value: T };
      if (!response.ok)
        throw new Error(`WebKit refuses ${method} ${path}: ${JSON.stringify(value)}`);
      return value;
    };
    const args = ['--automation', '--enable-write-console-messages-to-stdout=true'];
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args } },
    };
    await isListening(port);
    const { sessionId } = await send<{ sessionId: string }>('POST', '', { capabilities });
    const path = `/${sessionId}`;
    await send('POST', `${path}/window/rect`, { x: 0, y: 0, width, height });
    const typeInto = async (text: string) => {
      const active = await send<Record<string, string>>('GET', `${path}/element/active`);
      await send('POST', `${path}/element/${active[ELEMENT]}/value`, { text });
    };
    return {
      goto: (url) => send('POST', `${path}/url`, { url }),
      evaluate: (run, ...values) =>
        send('POST', `${path}/execute/sync`, {
          script: `return (${run})(...arguments)`,
          args: values,
        }),
      async tap(x, y) {
        const press = [
          { type: 'pointerMove', duration: 0, x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        await send('POST', `${path}/actions`, {
          actions: [
            { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: press },
          ],
        });
      },
      type: typeInto,
      press: (key) => typeInto(KEYS[key]),
      async upload(selector, files) {
        const input = await send<Record<string, string>>('POST', `${path}/element`, {
          using: 'css selector',
          value: selector,
        });
        await send('POST', `${path}/element/${input[ELEMENT]}/value`, { text: files.join('\n') });
      },
      screenshot: async () =>
        Buffer.from(await send<string>('GET', `${path}/screenshot`), 'base64'),
      takeErrors() {
        const taken = errors;
        errors = [];
        return taken;
      },
      async close() {
        await send('DELETE', path);
        await Promise.all([driver, screen.server].map(end));
      },
    };
  },
};

/** A screen that nobody sees, with a number that nobody has. */
async function startScreen(): Promise<{ name: string; server: ChildProcess }> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const stream = server.stdio[3];
  if (!stream) throw new Error('Xvfb tells no number');
  const [number] = await once(stream, 'data');
  return { name: `:${String(number).trim()}`, server };
}

async function isListening(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await wait(50);
    }
  }
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill();
  await once(process, 'exit');
}
