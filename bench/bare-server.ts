/** The yardstick: node:http and nothing else, answering the bytes and headers it is sent first. Prints its address when it listens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = { headers: Record<string, string | string[]>; body: string };

// report-usage.ts has let go of the channel, and nothing else keeps the process until it listens.
process.channel?.ref();
process.once('message', ({ headers, body }: Answer) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => console.log(`open at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
