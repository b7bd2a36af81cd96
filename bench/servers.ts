/** Processes of the bench: servers under measurement, and the one that asks them. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import type { Answer } from './bare-server.ts';
import type { Ask, Job, Outcome } from './load.ts';
import type { Usage } from './report-usage.ts';

const root = path.join(import.meta.dirname, '..');

export type Server = {
  origin: string;
  pid: number;
  usage(): Promise<Usage>;
  /** What it has used, once its garbage is collected. */
  collect(): Promise<Usage>;
  /** Milliseconds that its main thread was held at most since the last call; the first begins. */
  longest(): Promise<number>;
  stop(): Promise<void>;
};

export type BareServer = Server & { answerWith(answer: Answer): void };

/**
 * The shop with the data in this folder, or with the demo collection where there are none, and nothing of the caller's configuration.
 * @param built the folder that it is built in; default: this one.
 */
export const startShop = (
  dataDir: string,
  environment: Record<string, string> = {},
  built = root,
): Promise<Server> =>
  start(
    path.join(built, 'dist/shop/main.js'),
    {
      DATA_DIR: dataDir,
      MALLOC_ARENA_MAX: '2',
      NODE_COMPILE_CACHE: '.cache/compiled',
      ...environment,
    },
    ['--max-semi-space-size=4'],
  );

export async function startBareServer(): Promise<BareServer> {
  const { child, ...server } = await startProcess('bench/bare-server.ts', {});
  return { ...server, answerWith: (answer) => child.send(answer) };
}

/** From starting the shop's process to its first page. */
export async function timeStart(dataDir: string): Promise<{ seconds: number; cpuSeconds: number }> {
  const begun = performance.now();
  const { origin, usage, stop } = await startShop(dataDir);
  await fetchAnswer(origin, { path: '/' });
  const seconds = (performance.now() - begun) / 1000;
  const { cpu } = await usage();
  await stop();
  return { seconds, cpuSeconds: cpu / 1e6 };
}

async function start(
  script: string,
  environment: Record<string, string>,
  flags: string[] = [],
): Promise<Server> {
  const { child, ...server } = await startProcess(script, environment, flags);
  return server;
}

async function startProcess(
  script: string,
  environment: Record<string, string>,
  flags: string[] = [],
): Promise<Server & { child: ChildProcess }> {
  const shop = {
    PORT: '0',
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    NODE_NO_WARNINGS: '1',
  };
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...shop, ...environment };
  const child = spawn(
    process.execPath,
    [...flags, '--import', path.join(root, 'bench/report-usage.ts'), script],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  endWithUs(child);
  const origin = await addressOf(child);
  return {
    child,
    origin,
    pid: child.pid ?? 0,
    usage: () => ask(child, 'usage'),
    collect: () => ask(child, 'collect'),
    longest: () => ask(child, 'longest'),
    stop: () => stop(child),
  };
}

/** Whatever goes wrong, no process outlives the bench. */
function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      text += data;
      const origin = /open at (http\S+)/.exec(text)?.[1];
      if (origin) resolve(origin);
    });
    child.once('exit', () => reject(new Error(`A server did not start:\n${text}`)));
  });
}

async function ask<T>(child: ChildProcess, what: 'usage' | 'collect' | 'longest'): Promise<T> {
  const answer = once(child, 'message');
  child.send(what);
  const [told] = await answer;
  return told;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** What a server answers, compressed as it is sent. @throws Error for anything but 200 and 201. */
export function fetchAnswer(
  origin: string,
  { method = 'GET', path, headers = {}, body }: Ask,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...headers },
    };
    const asked = request(`${origin}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        // The server writes these three itself.
        const {
          date: _date,
          connection: _connection,
          'keep-alive': _keepAlive,
          ...sent
        } = response.headers;
        const status = response.statusCode ?? 0;
        const bytes = Buffer.concat(chunks);
        if (status !== 200 && status !== 201)
          reject(new Error(`${path} answered ${status}: ${bytes.toString('utf8', 0, 500)}`));
        else
          resolve({ status, headers: sent as Answer['headers'], body: bytes.toString('base64') });
      });
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : Buffer.from(body, 'base64'));
  });
}

/** What a call answers. @throws Error for anything but 200 and 201. */
export async function readJson(shop: Server, ask: Ask): Promise<unknown> {
  const { body } = await fetchAnswer(shop.origin, {
    ...ask,
    headers: { ...ask.headers, 'accept-encoding': 'identity' },
  });
  return JSON.parse(Buffer.from(body, 'base64').toString('utf8'));
}

export type Asker = { run(job: Job): Promise<Outcome>; stop(): Promise<void> };

export function startAsker(): Asker {
  const child = fork('bench/load.ts', { cwd: root, execArgv: [] });
  endWithUs(child);
  return {
    async run(job) {
      const answer = once(child, 'message');
      child.send(job);
      const [outcome] = (await answer) as [Outcome | { error: string }];
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome;
    },
    stop: () => stop(child),
  };
}
