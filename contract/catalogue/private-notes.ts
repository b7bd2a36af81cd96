/** UTF-16 code units of a private note. Free of schemas, so pages may import it. */
export const MAX_PRIVATE_NOTE = 5_000;
