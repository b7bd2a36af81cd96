/** A medium's id: the first 32 hexadecimal digits of its original's SHA-256. Plain functions for both sides. */
const DIGITS = 32;

/** Pattern of an id, for regular expressions. */
export const MEDIA_ID = `[0-9a-f]{${DIGITS}}`;

/** @param sha256 in hexadecimal. */
export const mediaIdOf = (sha256: string): string => sha256.slice(0, DIGITS);
