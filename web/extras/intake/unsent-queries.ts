/**
 * The files of an intake that are not sent yet, in the browser's own database on this device, so that they survive a closed tab. What does
 * not fit is remembered by name: it is to be chosen again.
 */
import type { DBSchema } from 'idb';
import { attemptsOn, partsOf } from '#web/lib/device-database.ts';

/** What a file is known by: reading the contents of hundreds would take long, and plain http has no hash for it. */
export type FileFacts = { name: string; size: number /** Milliseconds since 1970. */; modifiedAt: number };

export const factsOf = ({ name, size, lastModified }: File): FileFacts => ({ name, size, modifiedAt: lastModified });
export const keyOf = ({ name, size, modifiedAt }: FileFacts): string => `${name}/${size}/${modifiedAt}`;

type Stored = FileFacts & { intake: number; key: string /** Its place among those that were chosen. */; place: number };

interface Schema extends DBSchema {
  facts: { key: [number, string]; value: Stored };
  files: { key: [number, string]; value: File };
}

const attempt = attemptsOn<Schema>('druse-intake', (db) => {
  db.createObjectStore('facts', { keyPath: ['intake', 'key'] });
  db.createObjectStore('files');
});

/** Notes which files are to be sent, before any of them is copied. */
export const noteUnsent = (intake: number, files: readonly FileFacts[]): Promise<void> =>
  attempt(undefined, async (db) => {
    const transaction = db.transaction('facts', 'readwrite');
    const begun = Date.now();
    for (const [index, { name, size, modifiedAt }] of files.entries())
      void transaction.store.put({ intake, key: keyOf({ name, size, modifiedAt }), name, size, modifiedAt, place: begun + index / 10_000 });
    await transaction.done;
  });

/** Copies a file. @returns false where there is no room. */
export const storeUnsent = (intake: number, key: string, file: File): Promise<boolean> =>
  attempt(false, async (db) => {
    await db.put('files', file, [intake, key]);
    return true;
  });

/** What is still to be sent, in the sequence in which it was chosen; `file` is null where it has to be chosen again. */
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

/** Forgets all of an intake that has ended. */
export const forgetUnsentOf = (intake: number): Promise<void> =>
  attempt(undefined, async (db) => {
    await db.delete('files', partsOf(intake));
    await db.delete('facts', partsOf(intake));
  });

/** Ends all of them on this device: at logout. */
export const forgetAllUnsent = (): Promise<void> =>
  attempt(undefined, async (db) => {
    await db.clear('files');
    await db.clear('facts');
  });
