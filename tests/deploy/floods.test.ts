/** The Caddyfile as it is shipped, with HTTP/3 off, while somebody floods its HTTP/2: the shop behind goes on answering everybody else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2, constants } from 'node:http2';
import { request } from 'node:https';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { freePort } from '../support/postgres-server.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';

const TIMEOUT = 300_000;
const WAIT = { timeout: 120_000, interval: 200 };
/** Each connection resets as many requests as soon as they are sent. */
const RESETS = 2_000;
const CONNECTIONS = 4;
/** Of 16 KB each, without an end. */
const CONTINUATIONS = 400;

let shop: ShopProcess & { origin: string };
let caddy: ChildProcess;
let log = '';
let origin: string;
let ca: Buffer;

beforeAll(async () => {
  const [http, https, port] = await Promise.all([freePort(), freePort(), freePort()]);
  origin = `https://localhost:${https}`;
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: origin,
  };
  shop = await startShop({ ...environment, ADMIN_PASSWORD: 'a long one of our own' });
  const folder = mkdtempSync(path.join(inject('runFolder'), 'caddy-'));
  const own = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n\tservers {\n\t\tprotocols h1 h2\n\t}\n}\nimport ${path.resolve('deploy/Caddyfile')}\n`;
  writeFileSync(path.join(folder, 'Caddyfile'), own);
  const env = {
    ...process.env,
    DOMAIN: origin,
    SHOPS: `127.0.0.1:${port}`,
    XDG_DATA_HOME: folder,
    HOME: folder,
  };
  caddy = spawn('caddy', ['run', '--config', path.join(folder, 'Caddyfile')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  caddy.stderr?.on('data', (data) => (log += data));
  ca = await vi.waitFor(
    () => readFileSync(path.join(folder, 'caddy/pki/authorities/local/root.crt')),
    WAIT,
  );
  await vi.waitFor(async () => expect(await ask('/healthz')).toBe(200), WAIT);
}, TIMEOUT);

afterAll(async () => {
  caddy?.kill('SIGTERM');
  shop?.child.kill('SIGTERM');
  await shop?.ended;
});

/** Another visitor, on a connection of its own. @returns the status. */
const ask = (target: string) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(new URL(target, origin), { ca, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end();
  });

/** Asks as others do for as long as the flood lasts, and a few times afterwards. @returns what was answered, each once. */
async function answersDuring(flood: Promise<unknown>): Promise<string[]> {
  let isOver = false;
  const ends = flood.finally(() => {
    isOver = true;
  });
  const answers: string[] = [];
  for (let rounds = 0; !isOver || rounds < 3; rounds += 1)
    answers.push(
      ...(await Promise.all(
        ['/', '/api/settings', '/healthz'].map(async (target) => `${target} ${await ask(target)}`),
      )),
    );
  await ends;
  return [...new Set(answers)].sort();
}
const WELL = ['/ 200', '/api/settings 200', '/healthz 200'];

/** Begins a request and takes it back, over and over, by one connection; ends early where the proxy ends it. */
async function resetRapidly(): Promise<void> {
  const session = connectHttp2(origin, { ca });
  session.on('error', () => {});
  await Promise.race([once(session, 'connect'), once(session, 'close')]);
  for (let sent = 0; sent < RESETS && !session.closed && !session.destroyed; sent += 1) {
    const stream = session.request({ ':path': `/?flood=${sent}` });
    stream.on('error', () => {});
    stream.close(constants.NGHTTP2_CANCEL);
    if (sent % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) =>
    session.destroyed ? resolve(null) : session.close(() => resolve(null)),
  );
}

/** Frames of HTTP/2 by hand: a client that keeps to the protocol cannot send headers without an end. */
function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const [HEADERS, SETTINGS, CONTINUATION] = [1, 4, 9];

/** Headers that never end, by one connection. */
async function continueForever(): Promise<void> {
  const { port } = new URL(origin);
  const socket = connectTls({
    port: Number(port),
    host: 'localhost',
    servername: 'localhost',
    ca,
    ALPNProtocols: ['h2'],
  });
  let isClosed = false;
  socket.on('error', () => {}).on('close', () => (isClosed = true));
  socket.resume();
  await once(socket, 'secureConnect');
  socket.write(
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(SETTINGS, 0, 0)]),
  );
  // GET, https, "/" and the beginning of a field that is never complete: literals of 120 letters each.
  const field = Buffer.concat([
    Buffer.from([0x00, 1]),
    Buffer.from('x'),
    Buffer.from([120]),
    Buffer.alloc(120, 'y'),
  ]);
  socket.write(frame(HEADERS, 0, 1, Buffer.from([0x82, 0x87, 0x84])));
  const more = frame(CONTINUATION, 0, 1, Buffer.concat(Array.from({ length: 130 }, () => field)));
  for (let sent = 0; sent < CONTINUATIONS && !isClosed; sent += 1) {
    if (!socket.write(more))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
  }
  socket.destroy();
}

test('requests that are taken back as soon as they are sent disturb nobody else', {
  timeout: TIMEOUT,
}, async () => {
  const flood = Promise.all(Array.from({ length: CONNECTIONS }, () => resetRapidly()));
  expect(await answersDuring(flood)).toEqual(WELL);
  expect([caddy.exitCode, shop.child.exitCode]).toEqual([null, null]);
});

test('headers without an end disturb nobody else', { timeout: TIMEOUT }, async () => {
  const flood = Promise.all(Array.from({ length: CONNECTIONS }, () => continueForever()));
  expect(await answersDuring(flood)).toEqual(WELL);
  expect(log).not.toContain('panic');
});
