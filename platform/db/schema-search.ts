/**
 * Has every token of the specimens, every prefix of up to three letters followed by a blank, and
 * the keys that all visible or all hidden specimens share.
 */
export type SearchTokens = {
  token: string;
  specimens: number;
};

/** Deletion keys find a token though it is mistyped. */
export type SearchDeletionKeys = { deletion_key: string; token: string };

/** `chunk` is a range of specimens' ids. */
export type SearchPostings = { token: string; chunk: number; entries: Uint8Array };
