/** Where a bucket is and how it is opened, as the configuration says it. */
export type S3Bucket = {
  /** As it was given: `s3://bucket/folder`. */
  address: string;
  /** Of the bucket itself, to which keys are appended. */
  url: string;
  /** What every key begins with: '' or `folder/`. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
};

type Given = (name: 'MEDIA_URL' | 'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN') => string | null;
type Check = (name: Parameters<Given>[0] | 'S3_ENDPOINT', isGood: boolean, expected: string) => void;

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const folderName = /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;

/**
 * Reads MEDIA_URL and what belongs to it. Without MEDIA_URL the other names mean nothing: a machine may have them for other programs.
 * @param endpoint address of a store that is not Amazon's.
 * @param check told of each name whether its value is good.
 */
export function readBucket(given: Given, endpoint: string | null, check: Check): S3Bucket | null {
  const address = given('MEDIA_URL');
  if (address === null) return null;
  const [, name = '', folder = ''] = /^s3:\/\/([^/]*)\/?(.*)$/.exec(address) ?? [];
  const prefix = folder === '' ? '' : folder.replace(/\/*$/, '/');
  check('MEDIA_URL', bucketName.test(name) && folderName.test(prefix), 'must have the form s3://bucket or s3://bucket/folder');
  check('S3_ENDPOINT', endpoint === null || isEndpoint(endpoint), 'must be an address such as https://s3.example:9000');

  // Amazon's buckets have an address for each region; other stores know one region, whose name seldom matters.
  const region = given('AWS_REGION') ?? (endpoint === null ? '' : 'us-east-1');
  check('AWS_REGION', region !== '', 'is required with MEDIA_URL, unless S3_ENDPOINT names a store that is not at Amazon');
  check('AWS_REGION', region === '' || /^[a-z0-9-]+$/.test(region), 'must be a region such as eu-central-1');
  const required = (key: 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY') => {
    check(key, given(key) !== null, 'is required with MEDIA_URL');
    return given(key) ?? '';
  };
  return {
    address,
    url: `${urlOf(name, region, endpoint)}/`,
    prefix,
    region,
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    sessionToken: given('AWS_SESSION_TOKEN'),
  };
}

function urlOf(bucket: string, region: string, endpoint: string | null): string {
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const host = `s3.${region}.amazonaws.com`;
  // A name with dots fits no certificate as part of a host name.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#]/.test(text);
}
