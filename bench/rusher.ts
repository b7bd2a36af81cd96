/**
 * A crowd, in a process of its own: sends each request at its time, whether or not those before have been answered, over connections that stay open, as a
 * proxy in front of the shop does. A request that waits for a connection waits for the shop.
 */
import { connect, type Socket } from 'node:net';
import { directBody } from '#tests/support/orders.ts';

/** A request to send `at` milliseconds after the start: an order for a specimen under a key, or a page. */
export type Planned = { at: number; origin: string } & ({ specimenId: number; key: string } | { path: string });

export type Crowd = { pressed: Answered[]; read: Answered[] };
/** `ms`: from its time to the last byte. */
type Answered = { status: number; ms: number };

/** For each origin. */
const CONNECTIONS = 500;

process.on('message', (plan: Planned[]) => {
  run(plan).then(
    (crowd) => process.send?.(crowd),
    (error: Error) => process.send?.({ error: error.message }),
  );
});

async function run(plan: Planned[]): Promise<Crowd> {
  const crowd: Crowd = { pressed: [], read: [] };
  const pools = new Map([...new Set(plan.map(({ origin }) => origin))].map((origin) => [origin, createPool(origin)]));
  const begun = performance.now() + 100;
  const waiting = plan.toSorted((a, b) => a.at - b.at);
  const answers: Promise<void>[] = [];
  while (waiting.length > 0) {
    const now = performance.now() - begun;
    const due = waiting.findIndex(({ at }) => at > now);
    for (const planned of waiting.splice(0, due === -1 ? waiting.length : due)) {
      const list = 'path' in planned ? crowd.read : crowd.pressed;
      const answered = pools
        .get(planned.origin)?.(requestOf(planned))
        .then((status) => {
          list.push({ status, ms: performance.now() - begun - planned.at });
        });
      if (answered) answers.push(answered);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(answers);
  return crowd;
}

function requestOf(planned: Planned): Buffer {
  const common = `Host: ${new URL(planned.origin).host}\r\nAccept-Encoding: gzip, deflate, br\r\n`;
  if ('path' in planned) return Buffer.from(`GET ${planned.path} HTTP/1.1\r\n${common}\r\n`);
  const body = JSON.stringify(directBody(planned.specimenId));
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${planned.key}\r\n`;
  return Buffer.from(`POST /api/orders HTTP/1.1\r\n${common}${head}\r\n${body}`);
}

/** @returns sends a request over one of the connections, and what status comes back. */
function createPool(origin: string): (request: Buffer) => Promise<number> {
  const { hostname, port } = new URL(origin);
  const idle: Socket[] = [];
  const queue: { request: Buffer; resolve: (status: number) => void; reject: (error: Error) => void }[] = [];
  let open = 0;

  function next(): void {
    if (queue.length === 0) return;
    let socket = idle.pop();
    if (!socket && open < CONNECTIONS) {
      open += 1;
      socket = connect({ port: Number(port), host: hostname, noDelay: true }).unref();
    }
    const one = socket && queue.shift();
    if (!socket || !one) return;
    exchange(socket, one.request).then((status) => {
      idle.push(socket);
      one.resolve(status);
      next();
    }, one.reject);
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
      next();
    });
}

/** Sends one request, and reads its whole answer. */
function exchange(socket: Socket, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    /** Bytes that are still to come; null while the head is not whole. */
    let left: number | null = null;
    let status = 0;
    const onClose = () => reject(new Error('The shop closed a connection in the middle'));
    const onData = (bytes: Buffer) => {
      if (left === null) {
        head = Buffer.concat([head, bytes]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        status = Number(text.slice(9, 12));
        left = end + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0) - head.length;
      } else left -= bytes.length;
      if (left > 0) return;
      socket.off('data', onData).off('close', onClose).off('error', reject);
      resolve(status);
    };
    socket.on('data', onData).on('close', onClose).on('error', reject);
    socket.ref();
    socket.write(request);
  });
}
