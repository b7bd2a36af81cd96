/** A process of its own: requests one path again and again until it is told to stop, over one connection or, as a balancer probes, each over a new one. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';

const [origin = '', path = '/', connections = 'new', cookie = ''] = process.argv.slice(2);
const PAUSE_MS = 20;

const agent = connections === 'one' && new Agent({ keepAlive: true, maxSockets: 1 });
const statuses = new Set<number>();
let slowest = 0;
let isOver = false;
process.once('message', () => {
  isOver = true;
});

for (let turn = 0; !isOver; turn++) {
  const begun = performance.now();
  const [response] = await once(
    request(origin + path, { agent, headers: cookie ? { cookie } : {} }).end(),
    'response',
  );
  for await (const _ of response);
  // The first is made before the flood.
  if (turn === 0) process.send?.('ready');
  else slowest = Math.max(slowest, performance.now() - begun);
  statuses.add(response.statusCode);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
process.send?.({ slowest, statuses: [...statuses] }, () => process.exit());
