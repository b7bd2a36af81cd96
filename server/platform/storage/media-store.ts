import type { Readable } from 'node:stream';

/** A stored file, opened for reading. */
export type StoredFile = {
  /** Bytes. */
  size: number;
  /** Streams the bytes from `start` to `end`, both inclusive; all of them without. */
  read(range?: { start: number; end: number }): Readable;
};

/** Where media files live, by flat names such as `<hash>-320.avif`. Files are immutable: a name always means the same bytes. */
export interface MediaStore {
  /** Stores a local file under the name: temporary name, fsync, rename. Does nothing where the name exists. */
  putFile(name: string, localPath: string): Promise<void>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  has(name: string): Promise<boolean>;
  /** null where there is no such file. */
  open(name: string): Promise<StoredFile | null>;
  remove(name: string): Promise<void>;
}
