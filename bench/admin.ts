/** The admin of a shop under measurement. */
import { DEMO_PASSWORD } from '#core/server/config.ts';
import { fetchAnswer } from './servers.ts';

/** Logs in. @returns the headers of a browser that has. */
export async function adminHeaders(origin: string): Promise<Record<string, string>> {
  const body = Buffer.from(JSON.stringify({ username: 'admin', password: DEMO_PASSWORD })).toString(
    'base64',
  );
  const headers = { 'content-type': 'application/json', origin };
  const answer = await fetchAnswer(origin, {
    method: 'POST',
    path: '/api/auth/login',
    headers,
    body,
  });
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  return { origin, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
}
