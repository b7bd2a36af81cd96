import type { Readable } from 'node:stream';

export type StoredFile = {
  /** Bytes. */
  size: number;
  /** `start` and `end` are both inclusive; the whole file without a range. */
  read(range?: { start: number; end: number }): Readable;
};

/** A file as the store lists it. */
export type ListedFile = { name: string /** Bytes. */; size: number; modified: Date };

/**
 * Files have names such as `<stem>-320.avif`, or `private/<stem>.jpg` for files that are never
 * served (media-names.ts). They are immutable: a name always means the same bytes. Why:
 * `docs/decisions/0013-media-in-a-private-bucket.md`.
 */
export interface MediaStore {
  /**
   * Writes under a temporary name, syncs and renames. Does nothing if the name exists.
   * @returns whether it was stored now.
   */
  putFile(name: string, localPath: string): Promise<boolean>;
  put(name: string, bytes: Uint8Array): Promise<boolean>;
  has(name: string): Promise<boolean>;
  /** @returns null if there is no such file. */
  open(name: string): Promise<StoredFile | null>;
  remove(name: string): Promise<void>;
  /**
   * Writes a file and removes it again.
   * @throws where the store cannot take one. Missing in a store that cannot fail.
   */
  tryWriting?(): Promise<void>;
  /** In no order; a file that is added or removed meanwhile may be listed or not. */
  list(): AsyncIterable<ListedFile>;
  /**
   * Removes leftovers of writes interrupted before the given time; missing if the store never has
   * any.
   */
  removeLeftovers?(before: Date): Promise<void>;
}
