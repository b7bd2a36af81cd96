/** Verifies AWS Signature Version 4 as S3 does, in its header and query forms. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A received request; header names in lower case. */
export type SignedRequest = {
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
};

export type Credentials = { secretAccessKey: string; sessionToken?: string };

/** The S3 error code of a refusal, which has status 403. */
export type Refusal =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'InvalidToken'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch';

/** The signed hash of the body in hexadecimal; null if the body was not signed. */
export type Signed = { payloadHash: string | null };

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const MAX_SKEW_MS = 15 * 60_000;
const MAX_SECONDS = 7 * 24 * 60 * 60;

type Claim = {
  keyId: string;
  scope: string[];
  date: string;
  signedHeaders: string[];
  signature: string;
  payload: string;
  token?: string;
};

/** Checks that the request was signed with the secret of its key, and recently. */
export function verify(
  request: SignedRequest,
  keys: Map<string, Credentials>,
  now: Date,
): Signed | Refusal {
  const isQuery = queryOf(request).has('X-Amz-Signature');
  const claim = isQuery ? claimOfQuery(request) : claimOfHeader(request);
  if (claim === null) return 'AccessDenied';
  const credentials = keys.get(claim.keyId);
  if (!credentials) return 'InvalidAccessKeyId';
  if (credentials.sessionToken !== claim.token) return 'InvalidToken';

  const age = now.getTime() - instantOf(claim.date);
  const expires = Number(queryOf(request).get('X-Amz-Expires'));
  if (isQuery && !(expires > 0 && expires <= MAX_SECONDS && age <= expires * 1000))
    return 'AccessDenied';
  if (!(isQuery ? age >= -MAX_SKEW_MS : Math.abs(age) <= MAX_SKEW_MS))
    return 'RequestTimeTooSkewed';

  const [day = '', region = '', service = '', end = ''] = claim.scope;
  if (!claim.date.startsWith(day) || service !== 's3' || end !== 'aws4_request')
    return 'SignatureDoesNotMatch';
  if (unsignedOf(request, claim.signedHeaders).length > 0) return 'AccessDenied';
  const key = [day, region, service, end].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const text = [
    ALGORITHM,
    claim.date,
    claim.scope.join('/'),
    sha256(canonical(request, claim)),
  ].join('\n');
  const isRight = isEqual(hmac(key, text), Buffer.from(claim.signature, 'hex'));
  return isRight
    ? { payloadHash: claim.payload === UNSIGNED ? null : claim.payload }
    : 'SignatureDoesNotMatch';
}

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

function claimOfHeader({ headers }: SignedRequest): Claim | null {
  const {
    authorization = '',
    'x-amz-date': date = '',
    'x-amz-content-sha256': payload = '',
    'x-amz-security-token': token,
  } = headers;
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const [keyId = '', ...scope] = credential.split('/');
  if (!keyId || !date || !payload) return null;
  return {
    keyId,
    scope,
    date,
    signedHeaders: names.split(';'),
    signature,
    payload,
    ...(token !== undefined && { token }),
  };
}

function claimOfQuery(request: SignedRequest): Claim | null {
  const query = queryOf(request);
  const [keyId = '', ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  const token = query.get('X-Amz-Security-Token');
  if (!keyId || query.get('X-Amz-Algorithm') !== ALGORITHM) return null;
  return {
    keyId,
    scope,
    date: query.get('X-Amz-Date') ?? '',
    payload: UNSIGNED,
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    ...(token !== undefined && { token }),
  };
}

/** Headers that must be signed and are not. */
const unsignedOf = ({ headers }: SignedRequest, signed: string[]) =>
  Object.keys(headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name),
  );

function canonical(request: SignedRequest, { signedHeaders, payload }: Claim): string {
  const [path = ''] = request.url.split('?');
  const query = [...queryOf(request)]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encode))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='));
  const headers = signedHeaders.map(
    (name) => `${name}:${(request.headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`,
  );
  const encodedPath = path.split('/').map(decodeURIComponent).map(encode).join('/');
  return [
    request.method,
    encodedPath,
    query.join('&'),
    headers.join(''),
    signedHeaders.join(';'),
    payload,
  ].join('\n');
}

/** Not URLSearchParams, which decodes a plus sign as a space. */
function queryOf({ url }: SignedRequest): Map<string, string> {
  const [, text = ''] = url.split('?');
  const pairs = text.split('&').filter(Boolean);
  return new Map(
    pairs
      .map((pair) => pair.split('='))
      .map(([name = '', value = '']) => [decodeURIComponent(name), decodeURIComponent(value)]),
  );
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

const isEqual = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/** Milliseconds of `20130524T000000Z`; NaN for anything else. */
const instantOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
