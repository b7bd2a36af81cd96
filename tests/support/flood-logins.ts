/**
 * Sends logins with invented names from a process of its own, so that whoever measures beside it is not slowed down by sending them:
 * `flood-logins.ts <origin> <how many> <connections> <a network of its own for each: many>`. Says `begun` with the first answer, and all answers in the end.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';

const [origin = '', count, connections, networks] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const hex = (n: number) => n.toString(16);
const ipOf = (n: number) =>
  networks === 'many' ? `2001:db8:${hex(n + 0x100)}:1::1` : `2001:db8:7:${hex(n + 1)}::1`;

async function login(n: number): Promise<{ status?: number; retryAfter?: string; text: string }> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': ipOf(n) };
  const sending = request(`${origin}/api/auth/login`, { agent, method: 'POST', headers });
  sending.end(JSON.stringify({ username: `invented ${n}`, password: 'not-the-password' }));
  const [response] = await once(sending, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    text: Buffer.concat(chunks).toString(),
  };
}

const answers = Array.from({ length: Number(count) }, (_, n) => login(n));
await Promise.any(answers);
process.send?.('begun');
process.send?.(await Promise.all(answers), () => process.disconnect());
