/** Servers under measurement, each a process of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Answer } from './bare-server.ts';

const root = path.join(import.meta.dirname, '..');

export type Server = {
  origin: string;
  /** Processor time used so far by all its threads, in microseconds. */
  usage(): Promise<number>;
  stop(): Promise<void>;
};

/** The shop with the demo collection in this data folder, and nothing of the caller's configuration. */
export const startShop = (dataDir: string): Promise<Server> => start('server/main.ts', { DATA_DIR: dataDir });

/** @param answer what it gives to every request. */
export const startBareServer = (answer: Answer): Promise<Server> => start('bench/bare-server.ts', {}, answer);

/** From starting the shop's process to its first page: seconds, and seconds of processor time, which a busy machine does not lengthen. */
export async function timeStart(dataDir: string): Promise<{ seconds: number; cpu: number }> {
  const begun = performance.now();
  const { origin, usage, stop } = await startShop(dataDir);
  await fetchPage(origin);
  const seconds = (performance.now() - begun) / 1000;
  const cpu = (await usage()) / 1e6;
  await stop();
  return { seconds, cpu };
}

async function start(script: string, environment: Record<string, string>, message?: Answer): Promise<Server> {
  const shop = { PORT: '0', DEMO: 'on', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'production', NODE_NO_WARNINGS: '1' };
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...shop, ...environment };
  const child = spawn(process.execPath, ['--import', './bench/report-usage.ts', script], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // Whatever goes wrong, no server outlives the bench.
  process.once('exit', () => child.kill('SIGKILL'));
  if (message) child.send(message);
  return { origin: await addressOf(child), usage: () => usageOf(child), stop: () => stop(child) };
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

async function usageOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('usage');
  const [microseconds] = await answer;
  return microseconds;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** What the shop answers to a browser, compressed as it is sent. @throws Error for anything but 200. */
export function fetchPage(origin: string, address = '/'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`${origin}${address}`, { headers: { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        // The server writes these three itself.
        const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = response.headers;
        if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}`));
        else resolve({ headers: headers as Answer['headers'], body: Buffer.concat(chunks).toString('base64') });
      });
    }).on('error', reject);
  });
}

/** Sends `count` requests from another process. @returns microseconds of the server's processor time a request, and requests a second. */
export async function load(server: Server, count: number): Promise<{ cpu: number; rate: number }> {
  const before = await server.usage();
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/load.ts', server.origin, '/', String(count)], { cwd: root });
  const { seconds } = JSON.parse(stdout) as { seconds: number };
  return { cpu: ((await server.usage()) - before) / count, rate: count / seconds };
}
