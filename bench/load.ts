/**
 * Asks one address for a fixed number of answers over a few connections that stay open, each waiting for its answer before it asks again.
 * A process of its own: `node bench/load.ts <origin> <path> <requests>`; prints the seconds it took as JSON.
 * Every answer must be 200 and as long as the first; counting bytes costs next to nothing, so the server is what is measured.
 */
import { connect } from 'node:net';

const CONNECTIONS = 16;

const [origin = '', path = '/', count = '0'] = process.argv.slice(2);
const { hostname, port, host } = new URL(origin);
const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`;
let left = Number(count);

const begun = performance.now();
await Promise.all(Array.from({ length: CONNECTIONS }, ask));
console.log(JSON.stringify({ seconds: (performance.now() - begun) / 1000 }));

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let expected: number | null = null;
    let head = Buffer.alloc(0);
    let received = 0;
    const next = () => {
      if (left <= 0) {
        socket.destroy();
        resolve();
        return;
      }
      left -= 1;
      received = 0;
      socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection in the middle')));
    socket.on('data', (bytes) => {
      received += bytes.length;
      if (expected === null) {
        head = Buffer.concat([head, bytes]);
        expected = lengthOf(head);
      }
      if (received === 0 || (received === bytes.length && bytes.toString('latin1', 0, 12) !== 'HTTP/1.1 200')) {
        reject(new Error(`The server answered ${bytes.toString('latin1', 0, 40)}`));
      } else if (expected !== null && received >= expected) next();
    });
  });
}

/** Bytes of a whole answer, null while its head is not complete. */
function lengthOf(head: Buffer): number | null {
  const end = head.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(head.toString('latin1', 0, end === -1 ? 0 : end))?.[1];
  return length === undefined ? null : end + 4 + Number(length);
}
