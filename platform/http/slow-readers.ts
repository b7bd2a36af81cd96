import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export const IDLE_MS = 15_000;

/**
 * Closes a connection on which nothing has moved. A slow reader goes on as long as it takes some
 * bytes, and so does a request that the shop works on. A browser that paused a video asks for the
 * rest of it when it goes on.
 */
export function closeIdleConnections(server: Server, idleMs: number): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => responses.set(socket, response));
  server.setTimeout(idleMs, (socket) => {
    const response = responses.get(socket);
    const isAnswering = response !== undefined && !response.writableFinished && !response.destroyed;
    // Node counts what the system takes of a large write as movement, so this was not a byte.
    if (isAnswering && socket.writableLength === 0) socket.setTimeout(idleMs);
    else socket.destroy();
  });
}
