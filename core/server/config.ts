import { readFileSync } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigurationError } from '#platform/configuration-error.ts';
import { PICTURE_EFFORT } from '#platform/images/renditions.ts';
import { projectFolder } from '#platform/process/project-folder.ts';
import { asTyped, isRelease } from '#platform/process/way-of-running.ts';
import { readBucket, type S3Bucket } from '#platform/storage/bucket.ts';
import { findFfmpeg } from '#platform/videos/ffmpeg.ts';

/** This module is the only reader of process.env. */
export type Config = {
  host: string;
  /** 0: any free port. */
  port: number;
  /**
   * The one origin of links and origin checks, e.g. `https://druse.example`; null: any loopback
   * name on our port.
   */
  publicUrl: string | null;
  dataDir: string;
  adminUser: string;
  /** null: the shop opens with the demo password. */
  adminPassword: string | null;
  demo: boolean;
  /** `postgres://…`, or null for `shop.db` in the data directory. */
  databaseUrl: string | null;
  /** null: `media/` in the data directory. */
  bucket: S3Bucket | null;
  smtpUrl: string | null;
  /** Their `X-Forwarded-For` is believed. */
  trustProxy: TrustedProxies;
  rateLimits: boolean;
  /** Seconds; 0: not at all. */
  cdnSeconds: number;
  /** null: no metrics. */
  metricsPort: number | null;
  /** null if PATH has none. */
  ffmpeg: string | null;
  /** From 0 to 9. */
  pictureEffort: number;
  logLevel: string;
};

/** The number of proxies in front, or their IP addresses and networks. */
type TrustedProxies = number | string[];

export type Environment = Record<string, string | undefined>;

/** It is published; a shop that has it can be reached from this machine only. */
export const DEMO_PASSWORD = 'amethyst';

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];

export const options = {
  HOST: ['127.0.0.1', 'Host name or IP address to listen on'],
  PORT: ['3000', 'Port to listen on; 0: any free port'],
  PUBLIC_URL: [
    '',
    "The shop's public origin, such as https://druse.example, for links, emails and origin checks; required beyond loopback",
  ],
  DATA_DIR: ['./data', 'Folder for shop.db and media/; created if missing'],
  ADMIN_USER: ['admin', "The admin's user name, set when the shop first starts"],
  ADMIN_PASSWORD: [
    '',
    `The admin's first password, at least 8 characters and hard to guess; without it the shop opens with the demo password "${DEMO_PASSWORD}"`,
  ],
  DEMO: ['on', 'on, off: load the demo collection once into an empty shop'],
  DATABASE_URL: ['', 'postgres://user:password@host/name; without it, data is stored in DATA_DIR'],
  DATABASE_PASSWORD: [
    '',
    'Password for DATABASE_URL if the URL has none; may contain any character',
  ],
  MEDIA_URL: [
    '',
    's3://bucket or s3://bucket/folder; without it, photos and videos are stored in DATA_DIR/media',
  ],
  S3_ENDPOINT: [
    '',
    'URL of the S3-compatible store, such as https://s3.example:9000 (or AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL); default: Amazon S3',
  ],
  AWS_REGION: [
    '',
    "The bucket's region, such as eu-central-1; required on Amazon S3, default elsewhere: us-east-1",
  ],
  AWS_ACCESS_KEY_ID: [
    '',
    'Access key with permission to read, write, list and delete in the bucket; required with MEDIA_URL',
  ],
  AWS_SECRET_ACCESS_KEY: ['', "The access key's secret; required with MEDIA_URL"],
  AWS_SESSION_TOKEN: ['', 'Session token of a temporary access key'],
  SMTP_URL: [
    '',
    'smtp://user:password@host:587 (a user name requires TLS; ?requireTLS=false allows none) or smtps://…; wins over the mail server in Settings',
  ],
  TRUST_PROXY: [
    '0',
    'Proxies whose X-Forwarded-For is trusted: how many there are, or their IP addresses and networks (10.0.0.0/8,::1)',
  ],
  RATE_LIMITS: [
    'on',
    'on, off: turns rate limits off for load tests; off is allowed only on loopback',
  ],
  CDN_SECONDS: ['0', 'Seconds a CDN may cache public pages; visitors see changes only after that'],
  METRICS_PORT: ['', 'Port for GET /metrics (Prometheus) on the same HOST; without it, no metrics'],
  PICTURE_EFFORT: [
    `${PICTURE_EFFORT}`,
    'How hard photos are compressed, from 0 to 9; lower is faster and makes larger files',
  ],
  BACKUP_PASSPHRASE: [
    '',
    'Passphrase for npm run backup -- --encrypt and npm run restore; without it, they ask at the terminal',
  ],
  LOG_LEVEL: ['info', `${LOG_LEVELS.join(', ')}; debug logs every request`],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>;

type Name = keyof typeof options;

export function helpText(): string {
  const rows = Object.entries(options).map(([name, [fallback, meaning]]) => {
    return `  ${name.padEnd(23)}${asTyped(meaning)}${fallback === '' ? '' : ` (${fallback})`}`;
  });
  const commands = [
    [
      'npm start',
      isRelease ? 'serves the shop' : 'builds the pages if they are stale, and serves the shop',
    ],
    ['npm start -- --help', 'prints this help'],
    ['npm start -- --version', 'prints the version'],
  ].map(([typed = '', meaning]) => `  ${asTyped(typed).padEnd(23)}${meaning}`);
  return `Druse, a gallery and shop for mineral specimens.

${commands.join('\n')}

Configuration comes from the environment and from the file .env beside package.json. Every variable is optional:

${rows.join('\n')}
`;
}

/** The environment overrides `.env` beside package.json. */
export function readEnvironment(): Environment {
  let file = '';
  try {
    file = readFileSync(path.join(projectFolder, '.env'), 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return { ...parseEnv(file), ...process.env };
}

/** Libraries choose their build by NODE_ENV. */
export function setMode(mode: 'production' | 'development'): void {
  process.env.NODE_ENV ??= mode;
}

/** @throws ConfigurationError with all problems at once. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const given = (name: Name) => environment[name]?.trim() || null;
  const value = (name: Name) => given(name) ?? options[name][0];
  const check = (name: Name, isGood: boolean, expected: string) => {
    if (!isGood) problems.push(`${name} ${expected}`);
  };
  const oneOf = (name: Name, values: string[]) =>
    check(name, values.includes(value(name)), `must be one of ${values.join(', ')}`);
  const whole = (name: Name, max: number): number => {
    const number = /^\d{1,9}$/.test(value(name)) ? Number(value(name)) : -1;
    check(name, number >= 0 && number <= max, `must be a whole number from 0 to ${max}`);
    return number;
  };

  const trustedProxies = (): TrustedProxies => {
    if (/^\d+$/.test(value('TRUST_PROXY'))) return whole('TRUST_PROXY', 10);
    const networks = value('TRUST_PROXY')
      .split(',')
      .map((network) => network.trim());
    check(
      'TRUST_PROXY',
      networks.every(isNetwork),
      'must be a number from 0 to 10, or IP addresses and networks such as 10.0.0.0/8,::1',
    );
    return networks;
  };

  const publicUrl = given('PUBLIC_URL');
  const databaseUrl = given('DATABASE_URL');
  const databasePassword = environment.DATABASE_PASSWORD || null;
  // The tools of AWS use other names.
  const endpoint =
    given('S3_ENDPOINT') ??
    (environment.AWS_ENDPOINT_URL_S3?.trim() || environment.AWS_ENDPOINT_URL?.trim() || null);
  // Not trimmed: white space may belong to a password.
  const adminPassword = environment.ADMIN_PASSWORD || null;
  const config: Config = {
    host: value('HOST'),
    port: whole('PORT', 65_535),
    publicUrl: publicUrl && readOrigin(publicUrl),
    dataDir: path.resolve(value('DATA_DIR')),
    adminUser: value('ADMIN_USER'),
    adminPassword,
    demo: value('DEMO') === 'on',
    databaseUrl:
      databaseUrl && databasePassword ? withPassword(databaseUrl, databasePassword) : databaseUrl,
    bucket: readBucket(given, endpoint, check),
    smtpUrl: given('SMTP_URL'),
    trustProxy: trustedProxies(),
    rateLimits: value('RATE_LIMITS') !== 'off',
    cdnSeconds: whole('CDN_SECONDS', 86_400),
    metricsPort: given('METRICS_PORT') === null ? null : whole('METRICS_PORT', 65_535),
    ffmpeg: findFfmpeg(environment.PATH),
    pictureEffort: whole('PICTURE_EFFORT', 9),
    logLevel: value('LOG_LEVEL'),
  };

  check('HOST', isHost(config.host), 'must be an IP address or a host name, without a port');
  oneOf('DEMO', ['on', 'off']);
  oneOf('RATE_LIMITS', ['on', 'off']);
  oneOf('LOG_LEVEL', LOG_LEVELS);
  check(
    'PUBLIC_URL',
    publicUrl === null || config.publicUrl !== null,
    'must be an origin such as https://druse.example, without a path',
  );
  check('ADMIN_USER', config.adminUser.length <= 200, 'must have at most 200 characters');
  check(
    'ADMIN_PASSWORD',
    adminPassword === null || adminPassword.length >= 8,
    'must have at least 8 characters',
  );
  check(
    'ADMIN_PASSWORD',
    adminPassword !== DEMO_PASSWORD,
    'must not be the published demo password',
  );
  check(
    'DATABASE_URL',
    databaseUrl === null || isPostgresUrl(databaseUrl),
    'must have the form postgres://user:password@host/name',
  );
  check(
    'DATABASE_PASSWORD',
    databasePassword === null || databaseUrl !== null,
    'needs DATABASE_URL, which is not set',
  );
  check(
    'SMTP_URL',
    config.smtpUrl === null || isSmtpUrl(config.smtpUrl),
    'must have the form smtp://user:password@host:587',
  );
  if (config.publicUrl === null && publicUrl === null) {
    check(
      'PUBLIC_URL',
      isLoopback(config.host) || !isHost(config.host),
      `is required when HOST is ${config.host}, which is beyond loopback`,
    );
    check('PUBLIC_URL', !trustsProxy(config), 'is required behind a proxy (TRUST_PROXY)');
  }
  if (!config.rateLimits)
    check(
      'RATE_LIMITS',
      isLoopback(config.host) && !trustsProxy(config),
      'may be off only on loopback',
    );
  if (problems.length > 0) throw new ConfigurationError(problems);
  return config;
}

/**
 * @throws ConfigurationError if others could reach a shop that opens with the published password.
 */
export function refuseDemoPasswordInPublic(config: Config): void {
  const publicHost = config.publicUrl && new URL(config.publicUrl).hostname;
  const problems = [
    ...(isLoopback(config.host)
      ? []
      : [`HOST is ${config.host}: with the demo password the shop listens on loopback only`]),
    ...(!trustsProxy(config)
      ? []
      : [
          `TRUST_PROXY is ${config.trustProxy}: with the demo password the shop can't run behind a proxy`,
        ]),
    ...(!publicHost || isLoopback(publicHost)
      ? []
      : [`PUBLIC_URL is ${config.publicUrl}: with the demo password the shop can't be public`]),
  ];
  if (problems.length > 0)
    throw new ConfigurationError([...problems, 'Set ADMIN_PASSWORD to replace the demo password']);
}

export const trustsProxy = ({ trustProxy }: Config): boolean => trustProxy !== 0;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** @param host may be an IPv6 address in brackets. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  return isIP(bare) > 0 && loopback.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

const isHost = (host: string) =>
  isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host);

/** Returns null unless the text is a URL without a path. */
export function readOrigin(text: string): string | null {
  const url = URL.parse(text);
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !/[?#]/.test(text);
  return isOrigin ? url.origin : null;
}

/** Accepts networks such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

function withPassword(databaseUrl: string, password: string): string {
  const url = URL.parse(databaseUrl);
  if (!url) return databaseUrl;
  url.password = encodeURIComponent(password);
  return url.href;
}

function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1;
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}
