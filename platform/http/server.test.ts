import { request } from 'node:http';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem, type ProblemBody } from '#core/contract/problems.ts';
import { text } from '#core/contract/text.ts';
import { isLoopback } from '#core/server/config.ts';
import type { App } from './app-type.ts';
import { MAX_BODY_BYTES } from './json-body.ts';
import { perMinute } from './limits.ts';
import { ownOrigins } from './origin.ts';
import { createServer } from './server.ts';

const log: string[] = [];
let calls = 0;

async function makeServer(
  publicUrl: string | null = null,
  changes: { trustProxy?: number | string[]; rateLimits?: boolean } = {},
): Promise<App> {
  const app = await createServer({
    publicUrl,
    port: 3000,
    trustProxy: 0,
    rateLimits: false,
    logLevel: 'debug',
    isLoopback,
    isOwnOrigin: ownOrigins(publicUrl, isLoopback),
    writeLog: (line) => log.push(line),
    ...changes,
  });
  app.post(
    '/api/stones',
    {
      schema: {
        body: z.strictObject({
          name: text(20).min(2, 'A stone needs a name'),
          sizes: z.array(z.int()).max(3).optional(),
        }),
      },
    },
    async ({ body }) => {
      calls += 1;
      return { name: body.name };
    },
  );
  app.get(
    '/api/stones/:id',
    { schema: { querystring: z.strictObject({ key: z.string().optional() }) } },
    async () => ({}),
  );
  app.get(
    '/api/narrow',
    { schema: { response: { 200: z.object({ name: z.string() }) } } },
    async () => {
      const row = { name: 'calcite', secret: 'hash' };
      return row;
    },
  );
  app.get('/api/broken', async () => {
    throw Object.assign(new Error('relation "secrets" does not exist'), {
      detail: 'Key (email)=(eva@druse.example)',
    });
  });
  app.get(
    '/api/unfit',
    { schema: { response: { 200: z.object({ name: z.string() }) } } },
    async () => ({ name: 1 as never }),
  );
  app.get('/api/busy', async () => {
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
  app.get('/api/refused', async () => {
    throw new Problem('too_many_requests', 'Slowly.', { retryAfter: 7 });
  });
  app.get('/api/limited', { config: { rateLimit: perMinute(30) } }, async ({ ip }) => ({ ip }));
  app.delete('/api/stones/:id', async () => ({}));
  await app.ready();
  return app;
}

let app: App;
const problem = async (options: InjectOptions): Promise<[status: number, body: ProblemBody]> => {
  const response = await app.inject(options);
  return [response.statusCode, response.json()];
};
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  problem({
    method: 'POST',
    url: '/api/stones',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

beforeAll(async () => {
  app = await makeServer();
});
afterAll(() => app.close());
beforeEach(() => {
  log.length = 0;
  calls = 0;
});

describe('a request body:', () => {
  test.each<[string, string | Buffer, number, string]>([
    ['text that is no JSON', '{"name":', 400, 'bad_request'],
    ['an empty body', '', 400, 'invalid_input'],
    ['null', 'null', 400, 'invalid_input'],
    ['an array', '[{"name":"calcite"}]', 400, 'invalid_input'],
    ['a string', '"calcite"', 400, 'invalid_input'],
    ['a number', '12', 400, 'invalid_input'],
    ['a missing field', '{}', 400, 'invalid_input'],
    ['a field too many', '{"name":"calcite","price":1}', 400, 'invalid_input'],
    ['a field of the wrong type', '{"name":12}', 400, 'invalid_input'],
    ['a number too large to be whole', '{"name":"calcite","sizes":[1e400]}', 400, 'invalid_input'],
    ['U+0000', '{"name":"cal\\u0000cite"}', 400, 'invalid_input'],
    ['a lone surrogate', '{"name":"cal\\ud800cite"}', 400, 'invalid_input'],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      400,
      'bad_request',
    ],
    [
      'a key that would change objects',
      '{"name":"calcite","__proto__":{"admin":true}}',
      400,
      'bad_request',
    ],
    [
      'thousands of objects in a list',
      `{"name":"calcite","sizes":[${'{},'.repeat(2_000)}{}]}`,
      400,
      'bad_request',
    ],
    ['the same deeper down', '{"name":"calcite","sizes":[{"__proto__":1}]}', 400, 'bad_request'],
    [
      'nesting without end',
      `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      400,
      'bad_request',
    ],
    ['nesting of 30,000 levels', '['.repeat(30_000) + ']'.repeat(30_000), 400, 'bad_request'],
    ['more than 64 KB', JSON.stringify({ name: 'x'.repeat(MAX_BODY_BYTES) }), 413, 'too_large'],
  ])('%s is refused', async (_, body, status, code) => {
    expect(await post(body)).toEqual([
      status,
      expect.objectContaining({ code, message: expect.stringMatching(/\S/) }),
    ]);
    expect(calls).toBe(0);
  });

  test('another content type is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
      'a/b; "',
    ]) {
      expect((await post('{"name":"calcite"}', { 'content-type': type }))[0], type).toBe(415);
    }
  });

  test('every invalid field is reported, the first one in the message', async () => {
    expect(await post('{"name":"x","sizes":[1.5,"2"]}')).toEqual([
      400,
      {
        code: 'invalid_input',
        message: 'A stone needs a name',
        issues: [
          { path: 'name', message: 'A stone needs a name' },
          { path: 'sizes.0', message: expect.any(String) },
          { path: 'sizes.1', message: expect.any(String) },
        ],
      },
    ]);
    expect((await post('{}'))[1].message).toBe('Name is missing');
    expect((await post('{"name":true}'))[1].message).toBe('Name must be text');
    expect((await post('{"name":"calcite","sizes":[1.5]}'))[1]).toMatchObject({
      message: 'Sizes 1 must be a whole number',
      issues: [{ path: 'sizes.0', message: 'This must be a whole number' }],
    });
    expect((await post('{"name":"calcite","extra":true}'))[1].message).toBe(
      'This has a field that we don’t know: extra',
    );
  });

  test('a valid one is accepted, with charset and byte order mark too', async () => {
    expect(
      await post('\ufeff{"name":"calcite"}', { 'content-type': 'application/json; charset=utf-8' }),
    ).toEqual([200, { name: 'calcite' }]);
    const empty = {
      method: 'DELETE',
      url: '/api/stones/1',
      headers: { 'content-type': 'application/json' },
    } as const;
    expect((await app.inject(empty)).statusCode).toBe(200);
  });
});

describe('paths', () => {
  test('an unknown path is 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'TRACE'] as const) {
      expect(await problem({ method: method as 'GET', url: '/api/nothing' })).toEqual([
        404,
        expect.objectContaining({ code: 'not_found' }),
      ]);
    }
    expect((await problem({ url: '/nothing' }))[0]).toBe(404);
  });

  test('a known path with another method is 405 and lists the allowed ones', async () => {
    const response = await app.inject({ method: 'PATCH', url: '/api/stones/12' });
    expect([response.statusCode, response.json().code, response.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, DELETE',
    ]);
  });

  test('invalid percent-encoding is 400, a long URL 414', async () => {
    for (const url of ['/api/stones/%zz', '/%', '/api/stones/%E0%A4%A', '/%c0%af'])
      expect((await problem({ url }))[0], url).toBe(400);
    expect((await problem({ url: `/api/stones/1?key=${'x'.repeat(9_000)}` }))[0]).toBe(414);
    expect((await problem({ url: `/api/stones/${'1'.repeat(2_000)}` }))[0]).toBe(404);
  });

  test('an unknown query parameter is refused, as is one given twice', async () => {
    expect((await problem({ url: '/api/stones/1?color=red' }))[1].code).toBe('invalid_input');
    expect((await problem({ url: '/api/stones/1?key=a&key=b' }))[1].code).toBe('invalid_input');
  });

  test('the description of the API is served', async () => {
    const response = await app.inject('/api/openapi.json');
    expect(Object.keys(response.json().paths)).toContain('/api/stones/{id}');
    expect(
      response.json().paths['/api/stones'].post.requestBody.content['application/json'].schema
        .required,
    ).toEqual(['name']);
  });
});

describe('failures', () => {
  test('an unexpected error reveals nothing but its id, and is logged without values of rows', async () => {
    for (const url of ['/api/broken?key=secret', '/api/unfit']) {
      const response = await app.inject(url);
      expect([response.statusCode, response.json()]).toEqual([
        500,
        { code: 'internal', message: expect.stringMatching(/our side/) },
      ]);
      expect(response.headers['x-request-id']).toMatch(/^req-/);
    }
    const errors = log.filter((line) => line.includes('"level":50'));
    expect(errors).toHaveLength(2);
    expect(errors[0]).toContain('relation \\"secrets\\" does not exist');
    expect(log.join()).not.toMatch(/eva@druse|key=secret/);
  });

  test('a database conflict is 503', async () => {
    expect(await problem({ url: '/api/busy' })).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable', retryAfter: 2 }),
    ]);
  });

  test('a problem is sent with its message and Retry-After', async () => {
    const response = await app.inject('/api/refused');
    expect([response.statusCode, response.headers['retry-after'], response.json().message]).toEqual(
      [429, '7', 'Slowly.'],
    );
  });

  test('a response has only the fields of its schema', async () => {
    expect((await app.inject('/api/narrow')).json()).toEqual({ name: 'calcite' });
  });
});

test('every response has the security headers, and those of the API are not cached', async () => {
  for (const url of ['/api/stones/1', '/api/nothing', '/nothing', '/%zz', '/api/broken']) {
    const { headers } = await app.inject(url);
    expect(headers['content-security-policy'], url).toContain("script-src 'self';");
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  }
  const secure = await makeServer('https://druse.example');
  expect((await secure.inject('/nothing')).headers['strict-transport-security']).toMatch(/max-age/);
  await secure.close();
});

describe('origins', () => {
  const statusOf = async (server: App, headers: Record<string, string>) =>
    (
      await server.inject({
        method: 'POST',
        url: '/api/stones',
        payload: { name: 'calcite' },
        headers,
      })
    ).statusCode;

  test.each<[Record<string, string>, number]>([
    [{}, 200],
    [{ origin: 'http://localhost:3000' }, 200],
    [{ origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'http://[::1]:3000' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ origin: 'http://localhost:3001' }, 403],
    [{ origin: 'https://localhost:3000' }, 403],
    [{ origin: 'http://druse.example:3000' }, 403],
    [{ origin: 'http://localhost.evil.example:3000' }, 403],
    [{ origin: 'http://localhost:3000@evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: '' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://rebound.example:3000' }, 403],
  ])('a request with %j gets %i without a public URL', async (headers, status) => {
    expect(await statusOf(app, headers)).toBe(status);
  });

  test('with a public URL only its origin is ours', async () => {
    const server = await makeServer('https://druse.example');
    expect(await statusOf(server, { origin: 'https://druse.example' })).toBe(200);
    expect(await statusOf(server, { origin: 'http://druse.example' })).toBe(403);
    expect(await statusOf(server, { origin: 'http://localhost:3000' })).toBe(403);
    await server.close();
  });

  test('reading is allowed from any origin', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    expect((await app.inject({ url: '/api/stones/1', headers })).statusCode).toBe(200);
  });
});

describe('rate limits', () => {
  const statuses = async (server: App, headers: (index: number) => Record<string, string>) => {
    const found: number[] = [];
    for (let index = 0; index < 35; index++) {
      found.push(
        (await server.inject({ url: '/api/limited', headers: headers(index) })).statusCode,
      );
    }
    return found;
  };
  const refused = (found: number[]) => found.filter((status) => status === 429).length;

  test('count by IP address, which no client can choose', async () => {
    const server = await makeServer(null, { rateLimits: true });
    expect(
      refused(await statuses(server, (index) => ({ 'x-forwarded-for': `203.0.113.${index}` }))),
    ).toBe(5);
    const response = await server.inject('/api/limited');
    expect(response.json().code).toBe('too_many_requests');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    await server.close();
  });

  test('trust the forwarded IP address from the networks of proxies, and from nobody else', async () => {
    const server = await makeServer('https://druse.example', {
      rateLimits: true,
      trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    });
    const ipFor = async (remoteAddress: string, forwarded: string) =>
      (
        await server.inject({
          url: '/api/limited',
          remoteAddress,
          headers: { 'x-forwarded-for': forwarded },
        })
      ).json().ip;
    expect(await ipFor('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
    expect(await ipFor('10.1.2.3', '198.51.100.1, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9');
    expect(await ipFor('192.0.2.1', '203.0.113.9')).toBe('192.0.2.1');
    await server.close();
  });

  test.each([
    ['203.0.113.9:1', '203.0.113.9:2'],
    ['[2001:db8::1]:1', '2001:db8::2'],
    ['203.0.113.9:1, 10.9.9.9:443', '203.0.113.9:2, [::ffff:10.9.9.9]:444'],
  ])('count %s and %s as one visitor', async (one, other) => {
    const server = await makeServer('https://druse.example', {
      rateLimits: true,
      trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    });
    const forwarded = (index: number) => ({ 'x-forwarded-for': index % 2 ? one : other });
    expect(refused(await statuses(server, forwarded))).toBe(5);
    await server.close();
  });

  test('warn in the log, once, of a proxy that is not trusted', async () => {
    const server = await makeServer('https://druse.example', { trustProxy: ['10.0.0.0/8'] });
    const warnings = async (remoteAddress: string, headers: Record<string, string>) => {
      log.length = 0;
      await server.inject({ url: '/api/stones/1', remoteAddress, headers });
      return log.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    };
    expect(await warnings('192.0.2.1', {})).toEqual([]);
    expect(await warnings('10.1.2.3', { 'x-forwarded-for': '203.0.113.9' })).toEqual([]);
    expect(await warnings('192.0.2.1', { 'x-forwarded-for': '203.0.113.9' })).toMatchObject([
      { msg: expect.stringContaining('TRUST_PROXY') },
    ]);
    expect(await warnings('192.0.2.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual([]);
    await server.close();
  });

  test('trust as many proxies as are configured', async () => {
    const server = await makeServer('https://druse.example', { rateLimits: true, trustProxy: 1 });
    const ipBehind = async (forwarded: string) =>
      (
        await server.inject({ url: '/api/limited', headers: { 'x-forwarded-for': forwarded } })
      ).json().ip;
    expect(await ipBehind('203.0.113.9')).toBe('203.0.113.9');
    expect(await ipBehind('198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(
      refused(
        await statuses(server, (index) => ({
          'x-forwarded-for': `198.51.100.${index}, 203.0.113.77`,
        })),
      ),
    ).toBe(5);
    await server.close();
  });
});

test.each([
  ['its query', '/api/stones/1?key=secret'],
  ['a fragment that a mail program has encoded', '/api/stones/1%23key=secret'],
])('the log has the path of a request at level debug, never %s', async (_, url) => {
  await app.inject(url);
  expect(log.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 20, path: '/api/stones/1' }),
  ]);
});

describe('on a real connection', () => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  });

  /** Sends bytes as they are. */
  const send = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      let received = '';
      socket.on('data', (data) => {
        received += data;
      });
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });

  test.each([
    ['an unknown method', 'FOO /api/stones HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a rare method', 'PROPFIND /api/stones HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'a body shorter than promised',
      'POST /api/stones HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{}',
      400,
    ],
    [
      'an address with a host',
      'GET http://evil.example/api/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      404,
    ],
    ['two slashes', 'GET //evil.example/api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ])('%s is refused', async (_, bytes, status) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toEqual({ code: expect.any(String), message: expect.any(String) });
  });

  test('the port of the origin is the one that received the request', async () => {
    const statusOf = (origin: string) =>
      new Promise((resolve, reject) => {
        const call = request(
          {
            port,
            path: '/api/stones',
            method: 'POST',
            headers: { origin, 'content-type': 'application/json' },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        call.on('error', reject);
        call.end('{"name":"calcite"}');
      });
    expect(await statusOf(`http://localhost:${port}`)).toBe(200);
    expect(await statusOf('http://localhost:3000')).toBe(403);
  });
});
