/** The HTML of a mail as its row has it: most of the database of a shop that sells would be the same tags again and again. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** No HTML begins with it; rows of earlier versions have the HTML itself. */
const COMPRESSED = 'deflate:';

/** The HTML, compressed. */
export const compressHtml = (html: string): string => COMPRESSED + deflateRawSync(html).toString('base64');

/** The HTML of a row, whichever version wrote it; empty once the mail is sent. */
export const htmlOf = (stored: string): string =>
  stored.startsWith(COMPRESSED) ? inflateRawSync(Buffer.from(stored.slice(COMPRESSED.length), 'base64')).toString() : stored;
