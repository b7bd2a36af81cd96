import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchApi } from '../fetch-api.ts';
import { ApiError, call, messageOf, problemCode, queryString } from './api.ts';

/** The network answers this; what was asked is in the calls. */
function respondWith(body: string | null, init: ResponseInit = {}) {
  const network = vi.fn<typeof fetch>(async () => new Response(body, init));
  vi.stubGlobal('fetch', network);
  return network;
}

afterEach(() => vi.unstubAllGlobals());

describe('a response that is no success', () => {
  test('has the message "status: body"', async () => {
    respondWith('Bad Gateway, try later', { status: 502 });
    await expect(call('/api/me')).rejects.toThrow(/^502: Bad Gateway, try later$/);
  });

  test('has the message "status: status text" if the body is empty', async () => {
    respondWith('', { status: 503, statusText: 'Service Unavailable' });
    await expect(call('/api/me')).rejects.toThrow(/^503: Service Unavailable$/);
  });

  test('carries the shop’s own message', async () => {
    respondWith(JSON.stringify({ code: 'specimen_unavailable', message: 'Amethyst is sold.', lines: [] }), { status: 409 });
    const error = await call('/api/orders').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, problem: { code: 'specimen_unavailable', lines: [] } });
    expect(messageOf(error)).toBe('Amethyst is sold.');
    expect(problemCode(error)).toBe('specimen_unavailable');
  });

  test.each(['null', '[]', '"text"', '{"message":"no code"}', '{'])('with the body %s carries no message of the shop', (body) => {
    const error = new ApiError(500, body, '');
    expect(error.problem).toBeNull();
    expect(messageOf(error)).toBe(`500: ${body}`);
  });
});

test('without a response the message is the caller’s, or the general one', () => {
  expect(messageOf(new TypeError('Failed to fetch'))).toBe('An unknown error occurred');
  expect(messageOf(new TypeError('Failed to fetch'), 'Failed to create order')).toBe('Failed to create order');
  expect(messageOf('anything')).toBe('An unknown error occurred');
});

test('a call sends the cookie, and a JSON body if there is one', async () => {
  const network = respondWith('{"ok":true}');
  expect(await call('/api/x', { method: 'POST', body: { a: 1 }, headers: { 'Idempotency-Key': 'k' } })).toEqual({ ok: true });
  expect(network).toHaveBeenLastCalledWith('/api/x', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
    body: '{"a":1}',
    signal: undefined,
  });
  await call('/api/x');
  expect(network.mock.lastCall?.[1]).toMatchObject({ method: 'GET', headers: {}, body: undefined });
  respondWith(null, { status: 204 });
  expect(await call('/api/x', { method: 'DELETE' })).toBeNull();
});

test('a query string has the defined values, encoded', () => {
  expect(queryString({ search: '100% & #1', limit: 12, cursor: undefined })).toBe('?search=100%25+%26+%231&limit=12');
  expect(queryString({ search: undefined })).toBe('');
});

test('a page of the list has the next cursor and the total', async () => {
  const network = respondWith('[]', { headers: { link: '</api/specimens?limit=2&cursor=abc>; rel="next"', 'x-total-count': '37' } });
  expect(await fetchApi.listSpecimens({ limit: 2 })).toEqual({ specimens: [], next: 'abc', total: 37 });
  expect(network.mock.lastCall?.[0]).toBe('/api/specimens?limit=2');
  respondWith('[]');
  expect(await fetchApi.listSpecimens({})).toEqual({ specimens: [], next: null, total: 0 });
});
