import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ipAddressOf } from './ip-address.ts';

const MAX_CONNECTIONS = 2_000;
const MAX_CONNECTIONS_EACH = 128;

export type ConnectionLimits = {
  /** Addresses shared by many clients: proxies and this machine itself. They have no limit of their own. */
  isShared: (ipAddress: string) => boolean;
  max?: number;
  /** From one IP address. */
  maxEach?: number;
};

/** Closes connections beyond the limits as soon as they are opened. */
export function limitConnections(
  server: Server,
  { isShared, max = MAX_CONNECTIONS, maxEach = MAX_CONNECTIONS_EACH }: ConnectionLimits,
): void {
  const open = new Map<string, number>();
  server.maxConnections = max;
  server.prependListener('connection', (socket: Socket) => {
    const ip = socket.remoteAddress;
    if (ip === undefined || isShared(ip.replace(/^::ffff:(?=\d+\.)/i, ''))) return;
    const key = ipAddressOf({ ip });
    const count = (open.get(key) ?? 0) + 1;
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
    if (count > maxEach) socket.destroy();
  });
}
