import type { Readable } from 'node:stream';

/** A stored file, opened for reading. */
export type StoredFile = {
  /** Bytes. */
  size: number;
  /** Streams the bytes from `start` to `end`, both inclusive; the whole file without a range. */
  read(range?: { start: number; end: number }): Readable;
};

/** A file as the store lists it. */
export type ListedFile = { name: string /** Bytes. */; size: number; modified: Date };

/**
 * Where media files live, by names such as `<stem>-320.avif`, or `private/<stem>.jpg` for files that are never served (media-names.ts).
 * Files are immutable: a name always means the same bytes.
 */
export interface MediaStore {
  /** Stores a local file under the name: temporary name, fsync, rename. Does nothing if the name exists. @returns whether it was stored now. */
  putFile(name: string, localPath: string): Promise<boolean>;
  put(name: string, bytes: Uint8Array): Promise<boolean>;
  has(name: string): Promise<boolean>;
  /** @returns null if there is no such file. */
  open(name: string): Promise<StoredFile | null>;
  remove(name: string): Promise<void>;
  /** Writes a file and removes it again. @throws where the store cannot take one. Missing in a store that cannot fail. */
  tryWriting?(): Promise<void>;
  /** Every file, in no order; one that is added or removed meanwhile may be listed or not. */
  list(): AsyncIterable<ListedFile>;
  /** Removes leftovers of writes that were interrupted before the given time; missing if the store never has any. */
  removeLeftovers?(before: Date): Promise<void>;
}
