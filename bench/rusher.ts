/**
 * A crowd, in a process of its own: sends each request at its time, whether or not those before have been answered, over connections that stay open, as a
 * proxy in front of the shop does. A request that waits for a connection waits for the shop.
 */
import { connect, type Socket } from 'node:net';
import { directBody } from '#tests/support/orders.ts';

/** A request to send `at` milliseconds after the start: an order for a specimen under a key, or a page. */
export type Planned = {
  at: number;
  origin: string;
  /** Has a connection of its own; without it, the crowd shares connections. */
  buyer?: number;
} & ({ specimenId: number; key: string } | { path: string });

export type Crowd = { pressed: Answered[]; read: Answered[] };
/**
 * `ms`: from its time to the last byte; `again`: how often it was asked to come again, and did, as a page does. Without an answer, `status` is 0.
 */
type Answered = { status: number; ms: number; again: number };

/** For each origin. */
const CONNECTIONS = 500;
const MAX_TRIES = 5;

/** `retryAfter` is in seconds; 0: none is named. */
type Got = { status: number; retryAfter: number };
type Pool = (request: Buffer) => Promise<Got>;

process.on('message', (plan: Planned[]) => {
  run(plan).then(
    (crowd) => process.send?.(crowd),
    (error: Error) => process.send?.({ error: error.message }),
  );
});

async function run(plan: Planned[]): Promise<Crowd> {
  const crowd: Crowd = { pressed: [], read: [] };
  const keyOf = ({ origin, buyer }: Planned) => `${origin} ${buyer ?? 'all'}`;
  const pools = new Map(
    plan.map((one) => [
      keyOf(one),
      createPool(one.origin, one.buyer === undefined ? CONNECTIONS : 1),
    ]),
  );
  const begun = performance.now() + 100;
  const waiting = plan.toSorted((a, b) => a.at - b.at);
  const answers: Promise<void>[] = [];
  while (waiting.length > 0) {
    const now = performance.now() - begun;
    const due = waiting.findIndex(({ at }) => at > now);
    for (const planned of waiting.splice(0, due === -1 ? waiting.length : due)) {
      const list = 'path' in planned ? crowd.read : crowd.pressed;
      const pool = pools.get(keyOf(planned));
      const answered =
        pool &&
        insisting(pool, requestOf(planned)).then(({ status, again }) => {
          list.push({ status, again, ms: performance.now() - begun - planned.at });
        });
      if (answered) answers.push(answered);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(answers);
  return crowd;
}

async function insisting(ask: Pool, request: Buffer): Promise<{ status: number; again: number }> {
  for (let again = 0; ; again += 1) {
    const { status, retryAfter } = await ask(request).catch(() => ({ status: 0, retryAfter: 0 }));
    if (status !== 503 || retryAfter === 0 || again === MAX_TRIES) return { status, again };
    const waitMs = retryAfter * 1_000 * (1 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

function requestOf(planned: Planned): Buffer {
  const common = `Host: ${new URL(planned.origin).host}\r\nAccept-Encoding: gzip, deflate, br\r\n`;
  if ('path' in planned) return Buffer.from(`GET ${planned.path} HTTP/1.1\r\n${common}\r\n`);
  const body = JSON.stringify(directBody(planned.specimenId));
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${planned.key}\r\n`;
  return Buffer.from(`POST /api/orders HTTP/1.1\r\n${common}${head}\r\n${body}`);
}

/** Opens connections. @returns a function that sends a request over an idle one. */
function createPool(origin: string, connections: number): Pool {
  const { hostname, port } = new URL(origin);
  const idle: Socket[] = [];
  const queue: {
    request: Buffer;
    resolve: (got: Got) => void;
    reject: (error: Error) => void;
  }[] = [];
  let open = 0;

  function next(): void {
    if (queue.length === 0) return;
    let socket = idle.pop();
    if (!socket && open < connections) {
      open += 1;
      socket = connected();
    }
    const one = socket && queue.shift();
    if (!socket || !one) return;
    void exchange(socket, one.request)
      .then((got) => {
        one.resolve(got);
        if (!got.staysOpen) return socket.destroy();
        idle.push(socket);
        return next();
      })
      .catch((error: Error) => {
        one.reject(error);
        socket.destroy();
      });
  }

  function connected(): Socket {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true }).unref();
    // One that rests may be closed at any time.
    socket.on('error', () => {});
    socket.once('close', () => {
      open -= 1;
      const at = idle.indexOf(socket);
      if (at !== -1) idle.splice(at, 1);
      next();
    });
    return socket;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
      next();
    });
}

/** Sends one request, and reads its whole answer. */
function exchange(socket: Socket, request: Buffer): Promise<Got & { staysOpen: boolean }> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    /** Bytes that are still to come; null while the head is not whole. */
    let left: number | null = null;
    let got = { status: 0, retryAfter: 0, staysOpen: true };
    const onClose = () => reject(new Error('The shop closed a connection in the middle'));
    const onData = (bytes: Buffer) => {
      if (left === null) {
        head = Buffer.concat([head, bytes]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        got = {
          status: Number(text.slice(9, 12)),
          retryAfter: Number(/^retry-after: (\d+)/im.exec(text)?.[1] ?? 0),
          staysOpen: !/^connection: close/im.test(text),
        };
        left = end + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0) - head.length;
      } else left -= bytes.length;
      if (left > 0) return;
      socket.off('data', onData).off('close', onClose).off('error', reject);
      resolve(got);
    };
    socket.on('data', onData).on('close', onClose).on('error', reject);
    socket.ref();
    socket.write(request);
  });
}
