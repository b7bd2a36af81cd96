/** The tables of the search index, as Kysely types. */

/** Every token of the specimens, every prefix of up to three letters followed by a blank, and the keys that all visible or all hidden specimens share. */
export type SearchTokens = {
  token: string;
  /** How many specimens have it. */
  specimens: number;
};

/** The deletion keys that find a token though it is mistyped. */
export type SearchDeletionKeys = { deletion_key: string; token: string };

/** Which specimens of a chunk of ids contain the token, and in which fields. */
export type SearchPostings = { token: string; chunk: number; entries: Uint8Array };
