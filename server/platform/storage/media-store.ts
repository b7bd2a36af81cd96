import type { Readable } from 'node:stream';

/** A stored file, opened for reading. */
export type StoredFile = {
  /** Bytes. */
  size: number;
  /** Streams the bytes from `start` to `end`, both inclusive; all of them without. */
  read(range?: { start: number; end: number }): Readable;
};

/** A file as a list of the store has it. */
export type ListedFile = { name: string /** Bytes. */; size: number; modified: Date };

/**
 * Where media files live, by names such as `<hash>-320.avif`, or `private/<hash>.jpg` for what no visitor may have (media-names.ts).
 * Files are immutable: a name always means the same bytes.
 */
export interface MediaStore {
  /** Stores a local file under the name: temporary name, fsync, rename. Does nothing where the name exists. @returns whether it was stored now. */
  putFile(name: string, localPath: string): Promise<boolean>;
  put(name: string, bytes: Uint8Array): Promise<boolean>;
  has(name: string): Promise<boolean>;
  /** null where there is no such file. */
  open(name: string): Promise<StoredFile | null>;
  remove(name: string): Promise<void>;
  /** Every file, in no order; one that comes or goes meanwhile may be told of or not. */
  list(): AsyncIterable<ListedFile>;
  /** Removes what writing left behind that was cut off before the time given; missing where nothing can be. */
  removeLeftovers?(before: Date): Promise<void>;
}
