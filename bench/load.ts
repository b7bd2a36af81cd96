/**
 * Asks a server over a few connections that stay open, each waiting for its answer before it asks again.
 * A process of its own, so that asking does not take the server's time: gets jobs over its channel and tells what came of each.
 */
import { connect } from 'node:net';

export type Ask = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type Job = {
  origin: string;
  /** Asked in turn, and again from the first where `again` says so. */
  asks: Ask[];
  again: boolean;
  connections: number;
  /** It ends after this time, or with the last ask. */
  seconds: number;
};

export type Outcome = {
  answers: number;
  seconds: number;
  /** Milliseconds from asking to the last byte, for half of all answers and for 99 of 100. */
  p50: number;
  p99: number;
};

process.on('message', (job: Job) => {
  run(job).then(
    (outcome) => process.send?.(outcome),
    (error: Error) => process.send?.({ error: error.message }),
  );
});

async function run({ origin, asks, again, connections, seconds }: Job): Promise<Outcome> {
  const { hostname, port, host } = new URL(origin);
  const requests = asks.map((ask) => requestOf(host, ask));
  const times: number[] = [];
  const begun = performance.now();
  let next = 0;
  const take = () => {
    if (performance.now() - begun > seconds * 1000) return undefined;
    if (next === requests.length && again) next = 0;
    return requests[next++];
  };
  await Promise.all(
    Array.from({ length: connections }, () => askOver(hostname, Number(port), take, times)),
  );
  const ended = performance.now();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { answers: times.length, seconds: (ended - begun) / 1000, p50: at(0.5), p99: at(0.99) };
}

function requestOf(host: string, { method = 'GET', path, headers = {}, body }: Ask): Buffer {
  const bytes = body === undefined ? null : Buffer.from(body, 'base64');
  const all = {
    Host: host,
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br',
    ...headers,
    ...(bytes && { 'Content-Length': bytes.length }),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  return bytes ? Buffer.concat([text, bytes]) : text;
}

function askOver(
  hostname: string,
  port: number,
  take: () => Buffer | undefined,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: hostname, noDelay: true });
    let head = Buffer.alloc(0);
    /** Bytes of the answer that are still to come; null while its head is not whole. */
    let left: number | null = null;
    let asked = 0;
    const next = () => {
      const request = take();
      if (!request) {
        socket.destroy();
        resolve();
        return;
      }
      head = Buffer.alloc(0);
      left = null;
      asked = performance.now();
      socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection in the middle')));
    socket.on('data', (bytes) => {
      if (left === null) {
        head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        const length = /^content-length: (\d+)/im.exec(text)?.[1];
        if (!/^HTTP\/1.1 20[01]/.test(text) || length === undefined) {
          reject(new Error(`The server answered ${head.toString('utf8', 0, 1000)}`));
          return;
        }
        left = end + 4 + Number(length) - head.length;
      } else left -= bytes.length;
      if (left > 0) return;
      times.push(performance.now() - asked);
      next();
    });
  });
}
