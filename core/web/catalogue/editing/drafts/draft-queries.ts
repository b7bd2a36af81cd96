/**
 * Drafts lie in the browser's database. Without one (a private window, a full disk) nothing is
 * kept, and the forms work without it.
 */
import type { DBSchema, IDBPDatabase } from 'idb';
import type { SpecimenDraft } from '#core/web/catalogue/editing/form/specimen-draft.ts';
import type { PictureItem } from '#core/web/catalogue/editing/pictures/picture-items.ts';
import type { SavedPictures } from '#core/web/catalogue/editing/pictures/stored-pictures.ts';
import { attemptsOn, partsOf } from '#ui/lib/device-database.ts';
import { draftLossWords } from './draft-loss.ts';

/** A number is a specimen's id. */
export type FormName = 'upload' | `again ${number}` | `edit ${number}`;

export type FormContents = {
  fields: SpecimenDraft;
  main: File | null;
  /** Of a stored one, all that is said of its pictures. */
  pictures: SavedPictures;
  /** What the work began with. */
  base: { fields: SpecimenDraft; version: number } | null;
};

export type SavedDraft = FormContents & {
  key: string;
  owner: string;
  form: FormName;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** Files without room. */
  missingFiles: number;
};

/** A file is stored once, however often the text beside it changes. */
type Stored = Omit<SavedDraft, 'main' | 'pictures'> & {
  mainFile: string | null;
  pictures: Omit<FormContents['pictures'], 'items'> & {
    items: (Omit<PictureItem, 'source'> & {
      source: PictureItem['source'] | { kind: 'id'; file: string };
    })[];
  };
};

interface Schema extends DBSchema {
  drafts: { key: string; value: Stored };
  files: { key: [string, string]; value: File };
}

const MAX_DRAFTS = 10;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

const attempt = attemptsOn<Schema>('druse-drafts', (db) => {
  db.createObjectStore('drafts', { keyPath: 'key' });
  db.createObjectStore('files');
});

const ids = new WeakMap<File, string>();
let count = 0;
function idOf(file: File): string {
  const id = ids.get(file) ?? `${Date.now()}-${++count}`;
  ids.set(file, id);
  return id;
}

const allFilesOf = ({ main, pictures }: FormContents): File[] => [
  ...(main ? [main] : []),
  ...pictures.items.flatMap(({ source }) => (source.kind === 'file' ? [source.file] : [])),
];

/**
 * Replaces drafts of its key, and those taken over: no other window sees them twice. @param taken
 * their keys. @returns how many files did not fit; null: nothing could be stored.
 */
export const saveDraft = (
  draft: Omit<SavedDraft, 'missingFiles'>,
  taken: string[],
): Promise<number | null> =>
  attempt<number | null>(null, async (db) => {
    const { main, pictures, ...rest } = draft;
    const files = new Map(allFilesOf(draft).map((file) => [idOf(file), file]));
    const known = new Set((await db.getAllKeys('files', partsOf(draft.key))).map(([, id]) => id));
    let missingFiles = 0;
    for (const [id, file] of files) {
      if (known.has(id)) continue;
      await db.put('files', file, [draft.key, id]).catch(() => {
        missingFiles += 1;
      });
    }
    for (const id of known) if (!files.has(id)) await db.delete('files', [draft.key, id]);
    const items = pictures.items.map((item) => ({
      ...item,
      source:
        item.source.kind === 'file'
          ? { kind: 'id' as const, file: idOf(item.source.file) }
          : item.source,
    }));
    const together = db.transaction(['drafts', 'files'], 'readwrite');
    const drafts = together.objectStore('drafts');
    await Promise.all([
      drafts.put({
        ...rest,
        mainFile: main && idOf(main),
        pictures: { ...pictures, items },
        missingFiles,
      }),
      ...taken.flatMap((key) => [
        drafts.delete(key),
        together.objectStore('files').delete(partsOf(key)),
      ]),
      together.done,
    ]);
    return missingFiles;
  });

/** Returns the latest first, and forgets very old ones. */
export const readDrafts = (
  owner: string,
  form: FormName,
  now = Date.now(),
): Promise<SavedDraft[]> =>
  attempt<SavedDraft[]>([], async (db) => {
    const all = (await db.getAll('drafts')).toSorted((a, b) => b.savedAt - a.savedAt);
    const mine = all.filter((draft) => draft.owner === owner && draft.form === form);
    const old = all.filter((draft) => now - draft.savedAt > MAX_AGE_MS);
    for (const { key } of [...old, ...mine.slice(MAX_DRAFTS)]) await forget(db, key);
    return Promise.all(
      mine
        .filter((draft) => !old.includes(draft))
        .slice(0, MAX_DRAFTS)
        .map((draft) => withFiles(db, draft)),
    );
  });

async function withFiles(
  db: IDBPDatabase<Schema>,
  { mainFile, pictures, ...draft }: Stored,
): Promise<SavedDraft> {
  const fileOf = async (id: string | null) => {
    const file = id === null ? undefined : await db.get('files', [draft.key, id]);
    if (id !== null && file) ids.set(file, id);
    return file;
  };
  const items: PictureItem[] = [];
  for (const { source, ...item } of pictures.items) {
    if (source.kind !== 'id') items.push({ ...item, source });
    else {
      const file = await fileOf(source.file);
      if (file) items.push({ ...item, source: { kind: 'file', file } });
    }
  }
  return { ...draft, main: (await fileOf(mainFile)) ?? null, pictures: { ...pictures, items } };
}

async function forget(db: IDBPDatabase<Schema>, key: string): Promise<void> {
  await db.delete('files', partsOf(key));
  await db.delete('drafts', key);
}

export const forgetDraft = (key: string): Promise<void> =>
  attempt(undefined, (db) => forget(db, key));

/** Each open form, by its draft's key, returns what it has not sent; null: nothing. */
export const openForms = new Map<string, () => FormContents | null>();

/** null: a logout would lose nothing, in any window. */
export async function draftsAtLogout(): Promise<string | null> {
  const stored = await attempt<Stored[]>([], (db) => db.getAll('drafts'));
  const open = [...openForms.values()].flatMap((contentsOf) => contentsOf() ?? []);
  return draftLossWords([...open, ...stored.filter(({ key }) => !openForms.has(key))]);
}

export const forgetAllDrafts = (): Promise<void> =>
  attempt(undefined, async (db) => {
    await db.clear('files');
    await db.clear('drafts');
  });
