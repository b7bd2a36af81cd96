import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection may do nothing. */
export const IDLE_MS = 15_000;

/**
 * Closes a connection on which nothing has moved for so long, where something waits to be read, or nothing is being answered. A slow reader goes on
 * as long as it takes some bytes, and so does a request that the shop is still working on. A browser that has paused a video asks for the
 * rest of it when it goes on.
 */
export function closeIdleConnections(server: Server, idleMs: number): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => responses.set(socket, response));
  server.setTimeout(idleMs, (socket) => {
    const response = responses.get(socket);
    const isAnswering = response !== undefined && !response.writableFinished && !response.destroyed;
    // The framework of Node counts what the system takes of a large write as movement too, so this was not even a byte.
    if (isAnswering && socket.writableLength === 0) socket.setTimeout(idleMs);
    else socket.destroy();
  });
}
