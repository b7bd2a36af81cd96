/** Checks the S3 server of the tests against Amazon's published examples, so that a test that passes on it means something. */
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUCKET, type S3Server, startS3Server } from './support/s3-server.ts';
import { type SignedRequest, sha256, verify } from './support/s3-signature.ts';

describe('a signature', () => {
  /** The worked examples of Amazon's documentation of Signature Version 4 for S3. */
  const keys = new Map([
    ['AKIAIOSFODNN7EXAMPLE', { secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }],
  ]);
  const now = new Date('2013-05-24T00:00:00Z');
  const common = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': sha256(''),
  };
  const authorization = (names: string, signature: string) =>
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`;
  const [amz, query] = ['host;x-amz-content-sha256;x-amz-date', 'X-Amz-Algorithm=AWS4-HMAC-SHA256'];

  const published: Record<string, SignedRequest> = {
    'GET Object': {
      method: 'GET',
      url: '/test.txt',
      headers: {
        ...common,
        range: 'bytes=0-9',
        authorization: authorization(
          'host;range;x-amz-content-sha256;x-amz-date',
          'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
        ),
      },
    },
    'PUT Object': {
      method: 'PUT',
      url: '/test%24file.text',
      headers: {
        ...common,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
        authorization: authorization(
          'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
          '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
        ),
      },
    },
    'GET Bucket Lifecycle': {
      method: 'GET',
      url: '/?lifecycle',
      headers: {
        ...common,
        authorization: authorization(
          amz,
          'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
        ),
      },
    },
    'GET Bucket (List Objects)': {
      method: 'GET',
      url: '/?max-keys=2&prefix=J',
      headers: {
        ...common,
        authorization: authorization(
          amz,
          '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
        ),
      },
    },
    'a signed URL': {
      method: 'GET',
      url: `/test.txt?${query}&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
      headers: { host: common.host },
    },
  };
  const example = (name: string) => published[name] as SignedRequest;

  test.each(Object.keys(published))('of %s is accepted', (name) => {
    expect(verify(example(name), keys, now)).toHaveProperty('payloadHash');
  });

  test.each<[string, (request: SignedRequest) => SignedRequest]>([
    ['another method', (request) => ({ ...request, method: 'DELETE' })],
    ['another path', (request) => ({ ...request, url: '/test%24file.texts' })],
    ['another query', (request) => ({ ...request, url: `${request.url}?acl` })],
    [
      'another host',
      (request) => ({
        ...request,
        headers: { ...request.headers, host: 'other.s3.amazonaws.com' },
      }),
    ],
    [
      'another payload',
      (request) => ({
        ...request,
        headers: { ...request.headers, 'x-amz-content-sha256': sha256('Goodbye.') },
      }),
    ],
    [
      'another signed header',
      (request) => ({
        ...request,
        headers: { ...request.headers, 'x-amz-storage-class': 'STANDARD' },
      }),
    ],
  ])('is refused for %s', (_, change) => {
    expect(verify(change(example('PUT Object')), keys, now)).toBe('SignatureDoesNotMatch');
  });

  test('must cover every S3 header of the request', () => {
    const { headers, ...request } = example('GET Object');
    expect(
      verify({ ...request, headers: { ...headers, 'x-amz-acl': 'public-read' } }, keys, now),
    ).toBe('AccessDenied');
  });

  test('is refused with another secret, an unknown key or no key', () => {
    const other = new Map([['AKIAIOSFODNN7EXAMPLE', { secretAccessKey: 'wrong' }]]);
    for (const request of Object.values(published)) {
      expect(verify(request, other, now)).toBe('SignatureDoesNotMatch');
      expect(verify(request, new Map(), now)).toBe('InvalidAccessKeyId');
      expect(verify({ ...request, url: '/test.txt', headers: common }, keys, now)).toBe(
        'AccessDenied',
      );
    }
  });

  test('expires after 15 minutes, or when a signed URL says', () => {
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    expect(verify(example('GET Object'), keys, at(15))).toHaveProperty('payloadHash');
    for (const minutes of [16, -16])
      expect(verify(example('GET Object'), keys, at(minutes))).toBe('RequestTimeTooSkewed');
    expect(verify(example('a signed URL'), keys, at(24 * 60))).toHaveProperty('payloadHash');
    expect(verify(example('a signed URL'), keys, at(24 * 60 + 1))).toBe('AccessDenied');
  });
});

describe('the S3 server of the tests', () => {
  let server: S3Server;
  let aws: AwsClient;
  const at = (key: string) => `${server.environment.S3_ENDPOINT}/${BUCKET}/${key}`;
  const clientOf = (change: object = {}) => {
    const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } =
      server.environment;
    return new AwsClient({
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region: 'us-east-1',
      retries: 0,
      ...change,
    });
  };

  beforeAll(async () => {
    server = await startS3Server();
    aws = clientOf();
    expect(
      (
        await aws.fetch(at('a b&c.txt'), {
          method: 'PUT',
          body: 'ten bytes!',
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(200);
  });
  afterAll(() => server.stop());

  test('stores bytes and their type, and returns them whole or in part', async () => {
    const whole = await aws.fetch(at('a b&c.txt'));
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'text/plain',
      'ten bytes!',
    ]);
    const part = await aws.fetch(at('a b&c.txt'), { headers: { range: 'bytes=4-8' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 4-8/10',
      'bytes',
    ]);
    expect((await aws.fetch(at('a b&c.txt'), { headers: { range: 'bytes=10-' } })).status).toBe(
      416,
    );
    const head = await aws.fetch(at('a b&c.txt'), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    expect((await aws.fetch(at('other'))).status).toBe(404);
  });

  test('accepts signed URLs until they expire', async () => {
    const sign = async (datetime: Date, seconds: number) => {
      const stamp = datetime.toISOString().replace(/[:-]|\.\d{3}/g, '');
      const { url } = await aws.sign(`${at('a b&c.txt')}?X-Amz-Expires=${seconds}`, {
        aws: { signQuery: true, datetime: stamp },
      });
      return fetch(url);
    };
    expect((await sign(new Date(), 60)).status).toBe(200);
    expect((await sign(new Date(Date.now() - 61_000), 60)).status).toBe(403);
  });

  test('refuses unsigned requests, wrong signatures, and a body that was not signed', async () => {
    const statuses = [
      fetch(at('a b&c.txt')),
      fetch(at('new'), { method: 'PUT', body: 'x' }),
      clientOf({ secretAccessKey: 'wrong' }).fetch(at('a b&c.txt')),
      clientOf({ accessKeyId: 'unknown' }).fetch(at('a b&c.txt')),
      clientOf({ sessionToken: 'uncalled' }).fetch(at('a b&c.txt')),
    ];
    for (const { status } of await Promise.all(statuses)) expect(status).toBe(403);
    const headers = { 'x-amz-content-sha256': sha256('the signed body') };
    const changed = await aws.fetch(at('new'), { method: 'PUT', body: 'another body', headers });
    expect([changed.status, await changed.text()]).toEqual([
      400,
      expect.stringContaining('XAmzContentSHA256Mismatch'),
    ]);
    expect(server.objects.size).toBe(1);
  });
});
