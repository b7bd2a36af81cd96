/** A shop that a test kills, as a power cut would, and starts again; its admin calls it over HTTP. */
import { expect, onTestFinished } from 'vitest';
import { ADMIN } from './app.ts';
import { startShop } from './shop-process.ts';

/** @param environment the same at every start; it is killed for good when the test ends. */
export function killedShop(environment: Record<string, string>) {
  let running: Awaited<ReturnType<typeof startShop>> | null = null;
  let cookie = '';

  async function start(): Promise<void> {
    running = await startShop({
      ...environment,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: ADMIN.password,
    });
  }
  async function kill(): Promise<void> {
    running?.child.kill('SIGKILL');
    await running?.ended;
    running = null;
  }
  /** Objects go as JSON. @throws TypeError where the shop is killed before it has answered. */
  function send(
    method: string,
    url: string,
    body?: object | FormData,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const isJson = body && !(body instanceof FormData);
    return fetch(`${running?.origin}${url}`, {
      method,
      ...(body && { body: isJson ? JSON.stringify(body) : body }),
      headers: { ...headers, cookie, ...(isJson && { 'content-type': 'application/json' }) },
    });
  }
  /** Sends a file, as it is. @throws TypeError where the shop is killed before it has answered. */
  const sendFile = (url: string, file: Blob): Promise<Response> =>
    fetch(`${running?.origin}${url}`, {
      method: 'POST',
      body: file,
      headers: { cookie, 'content-type': 'application/octet-stream' },
    });
  /** Calls that the kills do not meet: what is answered, which must be a success. */
  async function ask<T>(...sent: Parameters<typeof send>): Promise<T> {
    const response = await send(...sent);
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    return JSON.parse(text || 'null');
  }
  /** Sends, and kills the shop some milliseconds later, whatever it was doing. */
  async function killAfter(milliseconds: number, sent: Promise<unknown>): Promise<void> {
    const cutOff = sent.catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await kill();
    await cutOff;
    await start();
  }
  async function logIn(): Promise<void> {
    const response = await send('POST', '/api/auth/login', ADMIN);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  onTestFinished(kill);
  return { start, kill, killAfter, logIn, send, sendFile, ask };
}
