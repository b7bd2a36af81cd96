export type S3Bucket = {
  mediaUrl: string;
  url: string;
  /** Every key begins with this: '' or `folder/`. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
};

type ReadVariable = (
  name:
    | 'MEDIA_URL'
    | 'AWS_REGION'
    | 'AWS_ACCESS_KEY_ID'
    | 'AWS_SECRET_ACCESS_KEY'
    | 'AWS_SESSION_TOKEN',
) => string | null;
type Check = (
  name: Parameters<ReadVariable>[0] | 'S3_ENDPOINT',
  isValid: boolean,
  expected: string,
) => void;

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const folderName = /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;

/**
 * Without MEDIA_URL the other variables are ignored: the machine may have them for other programs.
 * @param read returns the value of a variable; null if it is not set.
 * @param endpoint URL of a store other than Amazon's.
 * @param check called for each variable with whether its value is valid.
 */
export function readBucket(
  read: ReadVariable,
  endpoint: string | null,
  check: Check,
): S3Bucket | null {
  const mediaUrl = read('MEDIA_URL');
  if (mediaUrl === null) return null;
  const [, name = '', folder = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/.exec(mediaUrl) ?? [];
  const prefix = folder === '' ? '' : folder.replace(/(?<!\/)\/*$/, '/');
  check(
    'MEDIA_URL',
    bucketName.test(name) && folderName.test(prefix),
    'must have the form s3://bucket or s3://bucket/folder',
  );
  check(
    'S3_ENDPOINT',
    endpoint === null || isEndpoint(endpoint),
    'must be a URL such as https://s3.example:9000',
  );

  // Amazon has an endpoint per region; other stores have one region, whose name seldom matters.
  const region = read('AWS_REGION') ?? (endpoint === null ? '' : 'us-east-1');
  check(
    'AWS_REGION',
    region !== '',
    'is required with MEDIA_URL, unless S3_ENDPOINT names a store that is not at Amazon',
  );
  check(
    'AWS_REGION',
    region === '' || /^[a-z0-9-]+$/.test(region),
    'must be a region such as eu-central-1',
  );
  const required = (key: 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY') => {
    check(key, read(key) !== null, 'is required with MEDIA_URL');
    return read(key) ?? '';
  };
  return {
    mediaUrl,
    url: `${urlOf(name, region, endpoint)}/`,
    prefix,
    region,
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    sessionToken: read('AWS_SESSION_TOKEN'),
  };
}

function urlOf(bucket: string, region: string, endpoint: string | null): string {
  if (endpoint !== null) return `${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`;
  const host = `s3.${region}.amazonaws.com`;
  // A bucket name with dots matches no wildcard certificate as part of a host name.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !/[?#]/.test(text)
  );
}
