/** The yardstick: node:http and nothing else, answering the bytes and headers it is sent. Prints its address when it listens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = { status: number; headers: Record<string, string | string[]>; body: string };

let answer = { status: 204, headers: {} as Answer['headers'], bytes: Buffer.alloc(0) };

// report-usage.ts has let go of the channel, and nothing else keeps the process until it listens.
process.channel?.ref();
process.on('message', (message) => {
  if (typeof message === 'string') return;
  const { status, headers, body } = message as Answer;
  answer = { status, headers, bytes: Buffer.from(body, 'base64') };
});

const server = createServer((request, response) => {
  const send = () => {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.bytes);
  };
  if (request.method === 'GET') send();
  else request.resume().on('end', send);
});
server.listen(0, '127.0.0.1', () =>
  console.log(`open at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
