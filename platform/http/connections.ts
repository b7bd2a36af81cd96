import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { totalmem } from 'node:os';
import { busyProblem } from './busy.ts';
import { ipAddressOf } from './ip-address.ts';

const MAX_CONNECTIONS_EACH = 128;
const MAX_CONNECTIONS = 10_000;
/** Bytes of one that rests between requests take 15 KB; of one in the middle of a page, 40. */
const CONNECTION_BYTES = 40_000;
/** Of the memory that the process may have. */
const SHARE_OF_MEMORY = 0.5;
/** Of the descriptors; files, databases and stores have the others. */
const SHARE_OF_DESCRIPTORS = 0.5;
/** Those who are asked to come again have as much time to hear it. */
const LINGERING_MS = 2_000;
const MAX_LINGERING = 1_000;
/** A connection that has just been made is about to ask. */
const REST_MS = 1_000;
const KEPT_MS = 72_000;
const LEAST_KEPT_MS = 1_000;
const NEARLY_FULL = 0.9;

export type ConnectionLimits = {
  /** Many clients share these addresses, which have no limit. */
  isShared: (ipAddress: string) => boolean;
  max?: number;
  maxEach?: number;
  restMs?: number;
};

export const maxConnectionsFor = (memory: number, descriptors: number): number =>
  Math.floor(
    Math.min(
      MAX_CONNECTIONS,
      (memory * SHARE_OF_MEMORY) / CONNECTION_BYTES,
      descriptors * SHARE_OF_DESCRIPTORS,
    ),
  );

function ownMax(): number {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const descriptors = Number(userLimits?.open_files?.soft);
  return maxConnectionsFor(
    Math.min(process.constrainedMemory() || totalmem(), totalmem()),
    Number.isNaN(descriptors) ? Number.POSITIVE_INFINITY : descriptors,
  );
}

/**
 * Where all places are taken, the connection that has rested longest makes room; where none rests,
 * who comes is asked to come again, as is an address that has all of its own places.
 */
export function limitConnections(
  server: Server,
  { isShared, max = ownMax(), maxEach = MAX_CONNECTIONS_EACH, restMs = REST_MS }: ConnectionLimits,
): void {
  const each = new Map<string, number>();
  const there = new Set<Socket>();
  /** Visitors' own connections; a proxy's rest as long as it has been told. */
  const visitors = new Set<Socket>();
  /** Since when each rests, the longest first. */
  const resting = new Map<Socket, number>();
  let lingering = 0;
  server.maxConnections = max + MAX_LINGERING;

  const share = () => visitors.size / max;

  function rest(socket: Socket): void {
    if (visitors.has(socket)) resting.set(socket, performance.now());
  }

  function end(socket: Socket): void {
    resting.delete(socket);
    visitors.delete(socket);
    adapt();
  }

  function adapt(): void {
    server.keepAliveTimeout = Math.max(LEAST_KEPT_MS, KEPT_MS * (1 - share()));
  }

  function makeRoom(): void {
    const [oldest] = resting;
    if (!oldest || performance.now() - oldest[1] < restMs) return;
    end(oldest[0]);
    there.delete(oldest[0]);
    oldest[0].destroy();
  }

  /** @returns false where its address has all of its places. */
  function takePlace(socket: Socket): boolean {
    const ip = socket.remoteAddress;
    if (ip === undefined || isShared(ip.replace(/^::ffff:(?=\d+\.)/i, ''))) return true;
    const key = ipAddressOf({ ip });
    const count = (each.get(key) ?? 0) + 1;
    if (count > maxEach) return false;
    each.set(key, count);
    visitors.add(socket);
    rest(socket);
    socket.once('close', () => {
      const left = (each.get(key) ?? 1) - 1;
      if (left === 0) each.delete(key);
      else each.set(key, left);
      end(socket);
    });
    return true;
  }

  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (there.size >= max) makeRoom();
    if (there.size >= max || !takePlace(socket)) return refuse(socket);
    there.add(socket);
    socket.once('close', () => there.delete(socket));
    adapt();
    for (const listener of listeners) listener.call(server, socket);
  });

  function refuse(socket: Socket): void {
    lingering += 1;
    socket.once('close', () => {
      lingering -= 1;
    });
    if (lingering > MAX_LINGERING) socket.destroy();
    else askToComeAgain(socket);
  }

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    resting.delete(socket);
    response.once('close', () => rest(socket));
    if (share() > NEARLY_FULL) response.shouldKeepAlive = false;
  });
}

/** In seconds, spread so that not all come at once. */
const comeAgainIn = () => 2 + Math.floor(Math.random() * 4);

/** A client that has not asked yet would take an answer for a fault. */
function askToComeAgain(socket: Socket): void {
  setTimeout(() => socket.destroy(), LINGERING_MS).unref();
  socket.on('error', () => {});
  socket.once('data', (head: Buffer) => {
    const seconds = comeAgainIn();
    const isPage = /^(?:GET|HEAD) (?!\/(?:api|media)\/)/.test(head.toString('latin1', 0, 16));
    const [type, body] = isPage
      ? ['text/html', busyPage(seconds)]
      : ['application/json', busyBody(seconds)];
    socket.end(
      [
        'HTTP/1.1 503 Service Unavailable',
        `Retry-After: ${seconds}`,
        `Content-Type: ${type}; charset=utf-8`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'Connection: close',
        `\r\n${body}`,
      ].join('\r\n'),
    );
    // What it still sends is read, or it would lose the answer.
    socket.resume();
  });
}

const busyBody = (retryAfter: number): string => {
  const { code, message } = busyProblem(retryAfter);
  return JSON.stringify({ code, message, retryAfter });
};

const busyPage = (seconds: number): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${seconds}"><title>Very busy</title><p>Very busy, trying again…`;
