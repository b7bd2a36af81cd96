import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  type Environment,
  helpText,
  isLoopback,
  options,
  readConfig,
  refuseDemoPasswordInPublic,
} from '#core/server/config.ts';
import { ConfigurationError } from '#platform/configuration-error.ts';

function problemsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}
const problems = (environment: Environment) => problemsOf(() => readConfig(environment));
const atAmazon = {
  MEDIA_URL: 's3://stones',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'hunter2',
};

test('an empty environment gives every option its default', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    dataDir: path.resolve('data'),
    adminUser: 'admin',
    adminPassword: null,
    demo: true,
    databaseUrl: null,
    bucket: null,
    smtpUrl: null,
    trustProxy: 0,
    rateLimits: true,
    cdnSeconds: 0,
    metricsPort: null,
    ffmpeg: null,
    pictureEffort: 3,
    logLevel: 'info',
  });
});

test('every option can be set, and an empty value counts as unset', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '8080',
    PUBLIC_URL: 'https://Druse.example/',
    DATA_DIR: '/srv/druse',
    ADMIN_USER: 'eva',
    ADMIN_PASSWORD: ' with spaces ',
    DEMO: 'off',
    DATABASE_URL: 'postgresql://druse:secret@db/druse',
    MEDIA_URL: '',
    TRUST_PROXY: '1',
    PICTURE_EFFORT: '1',
    LOG_LEVEL: 'warn',
  });
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    publicUrl: 'https://druse.example',
    dataDir: '/srv/druse',
    demo: false,
  });
  expect(config).toMatchObject({
    adminUser: 'eva',
    adminPassword: ' with spaces ',
    trustProxy: 1,
    bucket: null,
    pictureEffort: 1,
    logLevel: 'warn',
  });
});

test.each<[string, Environment, string]>([
  ['a HOST with a port', { HOST: '127.0.0.1:80' }, 'HOST'],
  ['a PORT that is no number', { PORT: 'http' }, 'PORT'],
  ['a PORT above 65535', { PORT: '65536' }, 'PORT'],
  ['a public URL with a path', { PUBLIC_URL: 'https://druse.example/shop' }, 'PUBLIC_URL'],
  ['a public URL with a query', { PUBLIC_URL: 'https://druse.example/?' }, 'PUBLIC_URL'],
  ['a public URL with a query but no path', { PUBLIC_URL: 'https://druse.example?' }, 'PUBLIC_URL'],
  ['a public URL with a parameter', { PUBLIC_URL: 'https://druse.example?a=b' }, 'PUBLIC_URL'],
  ['a public URL with an empty hash', { PUBLIC_URL: 'https://druse.example#' }, 'PUBLIC_URL'],
  ['a public URL with a hash', { PUBLIC_URL: 'https://druse.example/#gallery' }, 'PUBLIC_URL'],
  ['a public URL with credentials', { PUBLIC_URL: 'https://me:you@druse.example' }, 'PUBLIC_URL'],
  ['a public URL with a user name', { PUBLIC_URL: 'https://me@druse.example' }, 'PUBLIC_URL'],
  ['a public URL without a scheme', { PUBLIC_URL: 'druse.example' }, 'PUBLIC_URL'],
  ['a public URL relative to a scheme', { PUBLIC_URL: '//druse.example' }, 'PUBLIC_URL'],
  ['a public URL without a host', { PUBLIC_URL: 'https://' }, 'PUBLIC_URL'],
  [
    'a public URL with a port above 65535',
    { PUBLIC_URL: 'https://druse.example:65536' },
    'PUBLIC_URL',
  ],
  [
    'two public URLs',
    { PUBLIC_URL: 'https://druse.example https://www.druse.example' },
    'PUBLIC_URL',
  ],
  ['a public URL with another scheme', { PUBLIC_URL: 'ftp://druse.example' }, 'PUBLIC_URL'],
  ['the absence of a public URL beyond loopback', { HOST: '0.0.0.0' }, 'PUBLIC_URL'],
  ['the absence of a public URL behind a proxy', { TRUST_PROXY: '1' }, 'PUBLIC_URL'],
  ['a short password', { ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
  ['the demo password', { ADMIN_PASSWORD: 'amethyst' }, 'ADMIN_PASSWORD'],
  ['DEMO=yes', { DEMO: 'yes' }, 'DEMO'],
  ['a database that is not PostgreSQL', { DATABASE_URL: 'mysql://db/druse' }, 'DATABASE_URL'],
  [
    'a media URL that is not s3:',
    { ...atAmazon, MEDIA_URL: 'https://stones.example' },
    'MEDIA_URL',
  ],
  ['an impossible name of a bucket', { ...atAmazon, MEDIA_URL: 's3://Stones' }, 'MEDIA_URL'],
  [
    'a folder that leads out of the bucket',
    { ...atAmazon, MEDIA_URL: 's3://stones/../other' },
    'MEDIA_URL',
  ],
  ['an S3 endpoint without a scheme', { ...atAmazon, S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT'],
  [
    'an S3 endpoint with credentials',
    { ...atAmazon, S3_ENDPOINT: 'https://key:hunter2@s3.example' },
    'S3_ENDPOINT',
  ],
  ['a bucket at Amazon without its region', { ...atAmazon, AWS_REGION: '' }, 'AWS_REGION'],
  ['an impossible region', { ...atAmazon, AWS_REGION: 'Frankfurt am Main' }, 'AWS_REGION'],
  ['a bucket without a key', { ...atAmazon, AWS_ACCESS_KEY_ID: '' }, 'AWS_ACCESS_KEY_ID'],
  [
    'a bucket without its secret',
    { ...atAmazon, AWS_SECRET_ACCESS_KEY: '' },
    'AWS_SECRET_ACCESS_KEY',
  ],
  ['an effort that the encoder does not know', { PICTURE_EFFORT: '10' }, 'PICTURE_EFFORT'],
  ['a mail server that is not SMTP', { SMTP_URL: 'http://mail.example' }, 'SMTP_URL'],
  [
    'a number of proxies that is no number',
    { TRUST_PROXY: 'true', PUBLIC_URL: 'https://druse.example' },
    'TRUST_PROXY',
  ],
  [
    'the absence of rate limits in public',
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://druse.example', RATE_LIMITS: 'off' },
    'RATE_LIMITS',
  ],
  [
    'the absence of rate limits behind a proxy',
    { TRUST_PROXY: '1', PUBLIC_URL: 'https://druse.example', RATE_LIMITS: 'off' },
    'RATE_LIMITS',
  ],
  ['CDN_SECONDS=1m', { CDN_SECONDS: '1m' }, 'CDN_SECONDS'],
  [
    'a proxy named otherwise than by its IP address',
    { TRUST_PROXY: '10.0.0.0/8,proxy', PUBLIC_URL: 'https://druse.example' },
    'TRUST_PROXY',
  ],
  [
    'a network of too many bits',
    { TRUST_PROXY: '10.0.0.0/33', PUBLIC_URL: 'https://druse.example' },
    'TRUST_PROXY',
  ],
  ['a database password without a database', { DATABASE_PASSWORD: 'secret' }, 'DATABASE_PASSWORD'],
  [
    'the absence of rate limits behind a named proxy',
    { TRUST_PROXY: '10.0.0.1', PUBLIC_URL: 'https://druse.example', RATE_LIMITS: 'off' },
    'RATE_LIMITS',
  ],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
])('%s is refused', (_, environment, name) => {
  const found = problems(environment);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${name} `));
});

test.each([
  ['https://druse.example/', 'https://druse.example'],
  ['  https://Druse.EXAMPLE ', 'https://druse.example'],
  ['https://druse.example:443', 'https://druse.example'],
  ['https://druse.example:8443/', 'https://druse.example:8443'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://smaragd-höhle.example', 'https://xn--smaragd-hhle-djb.example'],
])('the public URL %s is the origin %s', (PUBLIC_URL, origin) => {
  expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(origin);
});

test('all problems are listed at once, without any secret', () => {
  const bucket = {
    MEDIA_URL: 'x://hunter2',
    S3_ENDPOINT: 'https://key:hunter2@s3.example',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
  };
  const environment = {
    PORT: 'x',
    DEMO: 'x',
    ADMIN_PASSWORD: 'hunter2',
    DATABASE_URL: 'x://u:hunter2@h/d',
    ...bucket,
  };
  expect(problems(environment)).toHaveLength(7);
  expect(() => readConfig(environment)).toThrow(/^Druse cannot start:\n {2}- PORT/);
  expect(problems(environment).join()).not.toContain('hunter2');
});

describe('bucket', () => {
  const bucketOf = (change: Environment = {}) => readConfig({ ...atAmazon, ...change }).bucket;

  test('a bucket at Amazon has its own host in its region, unless its name has dots', () => {
    expect(bucketOf()).toEqual({
      mediaUrl: 's3://stones',
      url: 'https://stones.s3.eu-central-1.amazonaws.com/',
      prefix: '',
      region: 'eu-central-1',
      accessKeyId: 'key',
      secretAccessKey: 'hunter2',
      sessionToken: null,
    });
    expect(bucketOf({ MEDIA_URL: 's3://stones.example' })?.url).toBe(
      'https://s3.eu-central-1.amazonaws.com/stones.example/',
    );
    expect(bucketOf({ AWS_SESSION_TOKEN: 'token' })?.sessionToken).toBe('token');
  });

  test('a bucket elsewhere is a path of its endpoint and needs no region', () => {
    const elsewhere = bucketOf({ S3_ENDPOINT: 'https://s3.example:9000/', AWS_REGION: '' });
    expect(elsewhere).toMatchObject({
      url: 'https://s3.example:9000/stones/',
      region: 'us-east-1',
    });
    expect(bucketOf({ S3_ENDPOINT: 'https://s3.example/storage/v1' })?.url).toBe(
      'https://s3.example/storage/v1/stones/',
    );
  });

  test('a bucket may be limited to a folder', () => {
    for (const MEDIA_URL of ['s3://stones/a/b.c', 's3://stones/a/b.c/'])
      expect(bucketOf({ MEDIA_URL })?.prefix).toBe('a/b.c/');
    expect(bucketOf({ MEDIA_URL: 's3://stones/' })?.prefix).toBe('');
  });

  test('the endpoint is read from the names that other programs use too, the most specific first', () => {
    const names = {
      AWS_ENDPOINT_URL: 'http://all.example',
      AWS_ENDPOINT_URL_S3: 'http://s3.example',
    };
    expect(bucketOf({ AWS_ENDPOINT_URL: names.AWS_ENDPOINT_URL })?.url).toBe(
      'http://all.example/stones/',
    );
    expect(bucketOf(names)?.url).toBe('http://s3.example/stones/');
    expect(bucketOf({ ...names, S3_ENDPOINT: 'http://own.example' })?.url).toBe(
      'http://own.example/stones/',
    );
  });

  test('without MEDIA_URL the variables of other programs are ignored', () => {
    expect(
      readConfig({ ...atAmazon, MEDIA_URL: '', AWS_REGION: '???', AWS_ENDPOINT_URL: 'x' }).bucket,
    ).toBeNull();
  });
});

describe('demo password', () => {
  const demoProblems = (environment: Environment) =>
    problemsOf(() => refuseDemoPasswordInPublic(readConfig(environment)));

  test('a shop with the demo password must not be reachable from other machines', () => {
    expect(demoProblems({})).toEqual([]);
    expect(demoProblems({ HOST: '::1', PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
    expect(demoProblems({ PUBLIC_URL: 'http://evillocalhost' })).toHaveLength(2);
    const found = demoProblems({
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://druse.example',
      TRUST_PROXY: '1',
    });
    expect(found.map((problem) => problem.split(' ')[0])).toEqual([
      'HOST',
      'TRUST_PROXY',
      'PUBLIC_URL',
      'Set',
    ]);
  });
});

test.each([
  'localhost',
  'LOCALHOST',
  'shop.localhost',
  'a.b.LocalHost',
  '127.0.0.1',
  '127.9.9.9',
  '127.255.255.255',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
])('%s is loopback', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  '',
  ' ',
  'druse.example',
  'localhost.example',
  '127.0.0.1.example',
  '127.0.0.1.localhost.example',
  'evillocalhost',
  'evil-localhost',
  'shop.evillocalhost',
  'localhostevil',
  'localhost:3000',
  'me@localhost',
  '0.0.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '192.168.1.2',
  '::',
  '::2',
  '[::2]',
  '::ffff:10.0.0.1',
  '127.0.0.1:80',
  '[127.0.0.1',
])('%s is not loopback', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test('--help and .env.example explain every option', () => {
  const example = readFileSync(path.join(import.meta.dirname, '../.env.example'), 'utf8');
  for (const [name, [fallback, meaning]] of Object.entries(options)) {
    expect(helpText()).toContain(`${name} `);
    expect(example).toContain(`# ${meaning}\n# ${name}=${fallback}\n`);
  }
});

test('proxies can be named by their IP addresses and networks', () => {
  const config = readConfig({
    TRUST_PROXY: '172.30.7.0/24, ::1',
    PUBLIC_URL: 'https://druse.example',
  });
  expect(config.trustProxy).toEqual(['172.30.7.0/24', '::1']);
});

test.each(['a/b', 'p@ss:w?rd#1', '100%', 'ü 日', "'"])(
  'the database password %j reaches the driver as it is',
  (password) => {
    const { databaseUrl } = readConfig({
      DATABASE_URL: 'postgres://druse@db/druse',
      DATABASE_PASSWORD: password,
    });
    const client = new pg.Client({ connectionString: databaseUrl ?? '' });
    expect(client).toMatchObject({ host: 'db', user: 'druse', database: 'druse', password });
  },
);
