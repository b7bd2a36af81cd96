/** Else the same tags would be most of a busy shop's database. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** No HTML begins with it; rows of earlier versions have the HTML itself. */
const COMPRESSED = 'deflate:';

export const compressHtml = (html: string): string =>
  COMPRESSED + deflateRawSync(html).toString('base64');

/** Empty once the mail is sent. */
export const htmlOf = (stored: string): string =>
  stored.startsWith(COMPRESSED)
    ? inflateRawSync(Buffer.from(stored.slice(COMPRESSED.length), 'base64')).toString()
    : stored;
