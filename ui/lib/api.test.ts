import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchApi } from '#core/web/fetch-api.ts';
import { shownToast } from '#ui/toast.ts';
import { ApiError, call, messageOf, pathOf, problemCode, problemIn } from './api.ts';

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
    await expect(call('GET /api/settings')).rejects.toThrow(/^502: Bad Gateway, try later$/);
  });

  test('has the message "status: status text" if the body is empty', async () => {
    respondWith('', { status: 503, statusText: 'Service Unavailable' });
    await expect(call('GET /api/settings')).rejects.toThrow(/^503: Service Unavailable$/);
  });

  test('carries the shop’s own message', async () => {
    respondWith(
      JSON.stringify({ code: 'specimen_unavailable', message: 'Amethyst is sold.', lines: [] }),
      { status: 409 },
    );
    const error = await call('GET /api/manage/orders').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      problem: { code: 'specimen_unavailable', lines: [] },
    });
    expect(messageOf(error)).toBe('Amethyst is sold.');
    expect(problemCode(error)).toBe('specimen_unavailable');
  });

  test.each(['null', '[]', '"text"', '{"message":"no code"}', '{'])(
    'with the body %s carries no message of the shop',
    (body) => {
      const error = new ApiError(500, body, '');
      expect(error.problem).toBeNull();
      expect(messageOf(error)).toBe(`500: ${body}`);
    },
  );
});

describe('a shop that is too busy', () => {
  const busy = () =>
    new Response('{"code":"unavailable","message":"Busy."}', {
      status: 503,
      headers: { 'retry-after': '2' },
    });
  /** What the network answers in turn, the last for ever. */
  function answer(...answers: (() => Response)[]) {
    vi.useFakeTimers();
    const network = vi.fn<typeof fetch>(async () => {
      const next = answers.length > 1 ? answers.shift() : answers[0];
      return (next ?? busy)();
    });
    vi.stubGlobal('fetch', network);
    return network;
  }
  const fine = () => new Response('{}');
  const order = (headers: Record<string, string>) =>
    call('POST /api/orders', { body: {} as never, headers });
  afterEach(() => vi.useRealTimers());

  test('is asked again after the time that it names, once or twice', async () => {
    const network = answer(busy, busy, fine);
    const read = call('GET /api/settings');
    await vi.advanceTimersByTimeAsync(1_900);
    expect(network).toHaveBeenCalledTimes(1);
    expect(shownToast.get()?.title).toBe('Very busy, trying again');
    await vi.advanceTimersByTimeAsync(8_000);
    await expect(read).resolves.toEqual({});
    expect(shownToast.get()).toBeNull();
  });

  test('gets an order again that carries its key, and no other', async () => {
    const network = answer(busy, fine);
    const keyed = order({ 'idempotency-key': 'a' });
    await vi.advanceTimersByTimeAsync(4_000);
    await expect(keyed).resolves.toEqual({});
    expect(network).toHaveBeenCalledTimes(2);
    answer(busy, fine);
    await expect(order({})).rejects.toThrow('503');
  });

  test('is left alone after five tries, and once nobody waits for it', async () => {
    const network = answer(busy);
    const read = call('GET /api/settings').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await read).toBeInstanceOf(ApiError);
    expect(network).toHaveBeenCalledTimes(6);
    const away = new AbortController();
    const left = call('GET /api/settings', { signal: away.signal }).catch(
      (error: unknown) => error,
    );
    away.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await left).toBeInstanceOf(ApiError);
    expect(network).toHaveBeenCalledTimes(7);
  });

  test('that names no time is not asked again', async () => {
    const network = answer(() => new Response('', { status: 503 }));
    await expect(call('GET /api/settings')).rejects.toThrow('503');
    expect(network).toHaveBeenCalledTimes(1);
  });
});

test('without a response the message is the caller’s, or the general one', () => {
  expect(messageOf(new TypeError('Failed to fetch'))).toBe('An unknown error occurred');
  expect(messageOf(new TypeError('Failed to fetch'), 'Failed to create order')).toBe(
    'Failed to create order',
  );
  expect(messageOf('anything')).toBe('An unknown error occurred');
});

test('a call sends the cookie, and a JSON body if there is one', async () => {
  const network = respondWith('{"ok":true}');
  const body = { title: 'a', content: 'b', image: null, imageUrl: '' };
  expect(
    await call('PUT /api/settings/about', {
      body,
      headers: { 'if-match': '"k"' },
    }),
  ).toEqual({ ok: true });
  expect(network).toHaveBeenLastCalledWith('/api/settings/about', {
    method: 'PUT',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'if-match': '"k"' },
    body: JSON.stringify(body),
    signal: undefined,
  });
  await call('GET /api/settings');
  expect(network.mock.lastCall?.[1]).toMatchObject({ method: 'GET', headers: undefined });
  respondWith(null, { status: 204 });
  expect(await call('DELETE /api/specimens/:id', { params: { id: 1 } })).toBeNull();
});

test('a call is made by its name, with its parameters in the path and its query after it', async () => {
  const network = respondWith('{}');
  const params = { id: 7, moneyId: 12 };
  await call('PATCH /api/manage/orders/:id/money/:moneyId', { params, body: { fee: '1' } });
  expect(network.mock.lastCall).toMatchObject([
    '/api/manage/orders/7/money/12',
    { method: 'PATCH', body: '{"fee":"1"}' },
  ]);
  const query = { search: '100% & #1', page: 2, status: undefined };
  await call('GET /api/manage/orders', { query });
  expect(network.mock.lastCall).toMatchObject([
    '/api/manage/orders?search=100%25+%26+%231&page=2',
    { method: 'GET' },
  ]);
  expect(pathOf('GET /api/orders/:id', { params: { id: '1/../2?' } })).toBe(
    '/api/orders/1%2F..%2F2%3F',
  );
});

test('a failure gives the data that its code carries besides the message', () => {
  const totals = { subtotalAmount: '1.00', shippingAmount: '2.00', totalAmount: '3.00' };
  const body = JSON.stringify({ code: 'total_changed', message: 'The total is $3.00.', totals });
  const error: unknown = new ApiError(409, body, '');
  expect(problemIn(error, 'total_changed')?.totals.totalAmount).toBe('3.00');
  expect(problemIn(error, 'specimen_unavailable')).toBeUndefined();
  expect(problemIn(new TypeError('Failed to fetch'), 'total_changed')).toBeUndefined();
});

/** Never called: it shows what the compiler refuses. */
async function _refused(error: unknown): Promise<void> {
  // @ts-expect-error -- a path without a call
  await call('GET /api/manage/order/:id', { params: { id: 1 } });
  // @ts-expect-error -- another method
  await call('POST /api/manage/orders/:id', { params: { id: 1 } });
  // @ts-expect-error -- without its id
  await call('GET /api/manage/orders/:id');
  // @ts-expect-error -- by another name
  await call('GET /api/manage/orders/:id', { params: { orderId: 1 } });
  // @ts-expect-error -- without its body
  await call('POST /api/manage/orders/:id/extend', { params: { id: 1 } });
  // @ts-expect-error -- another body
  await call('POST /api/manage/orders/:id/extend', { params: { id: 1 }, body: { hours: '24' } });
  // @ts-expect-error -- a body where there is none
  await call('DELETE /api/orders/:id', { params: { id: 1 }, body: {} });
  // @ts-expect-error -- another query
  await call('GET /api/manage/orders', { query: { page: 'two' } });
  await call('POST /api/orders/:id/payment-opened', {
    params: { id: 1 },
    // @ts-expect-error -- a header that the call does not know
    headers: { 'x-key': '' },
  });
  const { orders } = await call('GET /api/manage/orders');
  // @ts-expect-error -- a field that the response does not have
  expect(orders[0]?.name).toBeUndefined();
  // @ts-expect-error -- data of another code
  expect(problemIn(error, 'total_changed')?.lines).toBeUndefined();
}

test('a page of the list has the next cursor and the total', async () => {
  const network = respondWith('[]', {
    headers: { link: '</api/specimens?limit=2&cursor=abc>; rel="next"', 'x-total-count': '37' },
  });
  expect(await fetchApi.listSpecimens({ limit: 2 })).toEqual({
    specimens: [],
    next: 'abc',
    total: 37,
  });
  expect(network.mock.lastCall?.[0]).toBe('/api/specimens?limit=2');
  respondWith('[]');
  expect(await fetchApi.listSpecimens({})).toEqual({ specimens: [], next: null, total: 0 });
});
