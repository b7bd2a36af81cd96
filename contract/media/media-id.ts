/** A medium's id: 128 random bits, in hexadecimal. It is the medium's public name too, so nobody finds the URL of a picture that was never shown. */
export const MEDIA_ID = '[0-9a-f]{32}';
