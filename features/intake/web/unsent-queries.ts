/**
 * Unsent files survive a closed tab in this browser's database; without room, they are to be chosen
 * again.
 */
import type { DBSchema } from 'idb';
import { attemptsOn, partsOf } from '#ui/lib/device-database.ts';

/**
 * A file is known by these: reading hundreds would take long, and plain http has no hash for them.
 */
export type FileFacts = {
  name: string;
  size: number /** Milliseconds since 1970. */;
  modifiedAt: number;
};

export const factsOf = ({ name, size, lastModified }: File): FileFacts => ({
  name,
  size,
  modifiedAt: lastModified,
});
export const keyOf = ({ name, size, modifiedAt }: FileFacts): string =>
  `${name}/${size}/${modifiedAt}`;

type Stored = FileFacts & {
  intake: number;
  key: string /** Its place among those that were chosen. */;
  place: number;
};

interface Schema extends DBSchema {
  facts: { key: [number, string]; value: Stored };
  files: { key: [number, string]; value: File };
}

const attempt = attemptsOn<Schema>('druse-intake', (db) => {
  db.createObjectStore('facts', { keyPath: ['intake', 'key'] });
  db.createObjectStore('files');
});

export const noteUnsent = (intake: number, files: readonly FileFacts[]): Promise<void> =>
  attempt(undefined, async (db) => {
    const transaction = db.transaction('facts', 'readwrite');
    const begun = Date.now();
    for (const [index, { name, size, modifiedAt }] of files.entries())
      void transaction.store.put({
        intake,
        key: keyOf({ name, size, modifiedAt }),
        name,
        size,
        modifiedAt,
        place: begun + index / 10_000,
      });
    await transaction.done;
  });

/** @returns false where there is no room. */
export const storeUnsent = (intake: number, key: string, file: File): Promise<boolean> =>
  attempt(false, async (db) => {
    await db.put('files', file, [intake, key]);
    return true;
  });

/** `file` is null where it has to be chosen again. */
export const readUnsent = (intake: number): Promise<(FileFacts & { file: File | null })[]> =>
  attempt<(FileFacts & { file: File | null })[]>([], async (db) => {
    const facts = (await db.getAll('facts', partsOf(intake))).toSorted((a, b) => a.place - b.place);
    return Promise.all(
      facts.map(async ({ name, size, modifiedAt, key }) => ({
        name,
        size,
        modifiedAt,
        file: (await db.get('files', [intake, key])) ?? null,
      })),
    );
  });

export const forgetUnsent = (intake: number, key: string): Promise<void> =>
  attempt(undefined, async (db) => {
    await db.delete('files', [intake, key]);
    await db.delete('facts', [intake, key]);
  });

export const forgetUnsentOf = (intake: number): Promise<void> =>
  attempt(undefined, async (db) => {
    await db.delete('files', partsOf(intake));
    await db.delete('facts', partsOf(intake));
  });

export const forgetAllUnsent = (): Promise<void> =>
  attempt(undefined, async (db) => {
    await db.clear('files');
    await db.clear('facts');
  });
