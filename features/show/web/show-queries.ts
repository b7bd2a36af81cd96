/**
 * The pieces, their small pictures and what waits lie in a database of this browser. The page and
 * its service worker both work with it.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ShowPiece, ShowPieces } from '#features/show/contract/show.ts';
import { call, problemCode } from '#ui/lib/api.ts';
import { partsOf } from '#ui/lib/device-database.ts';
import type { StoredTakings } from './day-takings.ts';
import type { Entry } from './entries.ts';
import { afterSession, lossWords } from './queue-rules.ts';

/** The time is by this device's clock. */
export type Taken = {
  takenAt: number;
  pieces: number;
  total: number;
  bytes: number;
  missingPictures: number;
  shopUrls: string[];
  /** Absent in what an earlier version took along. */
  sendsMail?: boolean;
};

interface Schema extends DBSchema {
  taken: { key: 'taken'; value: Taken };
  pieces: { key: number; value: ShowPiece };
  pictures: { key: string; value: Blob };
  entries: { key: string; value: Entry };
  files: { key: [string, string]; value: { blob: Blob; name: string } };
  takings: { key: 'takings'; value: StoredTakings };
}
type Database = IDBPDatabase<Schema>;

/** The browser has no database here, or does not let the shop use it. */
export class NoStorage extends Error {}
export class StorageFull extends Error {}

let opening: Promise<Database> | null = null;

function open(): Promise<Database> {
  // Version 2 has sales of several pieces, of which a worker of version 1 would send the first
  // alone.
  const opened = openDB<Schema>('druse-show', 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('taken');
        db.createObjectStore('pieces', { keyPath: 'id' });
        db.createObjectStore('pictures');
        db.createObjectStore('entries', { keyPath: 'key' });
        db.createObjectStore('files');
      }
      db.createObjectStore('takings');
    },
    // A later version of the shop changes the database: let it.
    blocking: () => void opened.then((db) => db.close()),
    terminated: () => {
      opening = null;
    },
  });
  return opened;
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  let db: Database;
  try {
    opening ??= open();
    db = await opening;
  } catch (error) {
    opening = null;
    throw new NoStorage('This browser can’t store anything here', { cause: error });
  }
  try {
    return await work(db);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError')
      throw new StorageFull('No room', { cause: error });
    if (error instanceof DOMException && error.name === 'InvalidStateError') opening = null;
    throw error;
  }
}

const CHANNEL = 'druse-show';

export function announce(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
  for (const listener of listeners) listener();
}
const listeners = new Set<() => void>();

/** @returns ends it. */
export function onStored(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  listeners.add(listener);
  return () => {
    channel.close();
    listeners.delete(listener);
  };
}

/** Leaves out the pictures. @throws NoStorage */
export const readDevice = () =>
  withDatabase(async (db) => {
    const tx = db.transaction(['taken', 'pieces', 'entries', 'takings']);
    const [taken = null, takings = null, pieces, entries] = await Promise.all([
      tx.objectStore('taken').get('taken'),
      tx.objectStore('takings').get('takings'),
      tx.objectStore('pieces').getAll(),
      tx.objectStore('entries').getAll(),
    ]);
    return { taken, takings, pieces, entries: entries.toSorted((a, b) => a.begunAt - b.begunAt) };
  });
export type Device = Awaited<ReturnType<typeof readDevice>>;

export const readEntries = (): Promise<Entry[]> => withDatabase((db) => db.getAll('entries'));
export const readEntry = (key: string): Promise<Entry | undefined> =>
  withDatabase((db) => db.get('entries', key));
export const readPicture = (id: string): Promise<Blob | undefined> =>
  withDatabase((db) => db.get('pictures', id));
export const readPictureIds = (): Promise<string[]> =>
  withDatabase((db) => db.getAllKeys('pictures'));

/** @throws StorageFull, NoStorage */
export async function putEntry(entry: Entry): Promise<void> {
  await putQuietly(entry);
  announce();
}

/**
 * Stores an entry that is being typed, of which no other window needs to know.
 * @throws as `putEntry`.
 */
export const putQuietly = (entry: Entry): Promise<void> =>
  withDatabase(async (db) => {
    const tx = db.transaction('entries', 'readwrite');
    const put = tx.store.put(entry);
    // At once: else it would be lost with a page that goes before the database has answered.
    tx.commit();
    await Promise.all([put, tx.done]);
  });

/** Changes an entry as it is stored now; one that was removed meanwhile stays away. */
export async function changeEntry(key: string, change: (entry: Entry) => Entry): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction(['entries', 'files'], 'readwrite');
    const entry = await tx.objectStore('entries').get(key);
    if (!entry) return;
    const next = change(entry);
    await tx.objectStore('entries').put(next);
    // What the shop has takes no room here.
    if (next.state === 'sent') await tx.objectStore('files').delete(partsOf(key));
    await tx.done;
  });
  announce();
}

export async function removeEntry(key: string): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction(['entries', 'files'], 'readwrite');
    await tx.objectStore('entries').delete(key);
    await tx.objectStore('files').delete(partsOf(key));
    await tx.done;
  });
  announce();
}

/** @throws StorageFull, NoStorage */
export const putFile = (key: string, id: string, file: File): Promise<unknown> =>
  withDatabase(async (db) => {
    // A copy of the bytes: a file that the camera's app removes later could no longer be read.
    const blob = new Blob([await file.arrayBuffer()], { type: file.type });
    return db.put('files', { blob, name: file.name }, [key, id]);
  });
export const readFile = (key: string, id: string) =>
  withDatabase((db) => db.get('files', [key, id]));
export const removeFile = (key: string, id: string): Promise<void> =>
  withDatabase((db) => db.delete('files', [key, id]));

/** Replaces the list; pictures that nothing refers to go. */
export async function putPieces(list: ShowPieces, now: number): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction(['taken', 'pieces', 'pictures'], 'readwrite');
    const pieces = tx.objectStore('pieces');
    const pictures = tx.objectStore('pictures');
    await pieces.clear();
    for (const piece of list.pieces) void pieces.put(piece);
    const wanted = new Set(list.pieces.map(({ picture }) => picture));
    for (const id of await pictures.getAllKeys()) if (!wanted.has(id)) void pictures.delete(id);
    const before = await tx.objectStore('taken').get('taken');
    const { total, shopUrls, sendsMail } = list;
    const counted = {
      pieces: list.pieces.length,
      total,
      shopUrls,
      sendsMail,
      bytes: before?.bytes ?? 0,
      missingPictures: 0,
    };
    await tx.objectStore('taken').put({ takenAt: now, ...counted }, 'taken');
    await tx.done;
  });
  announce();
}

/** @throws StorageFull */
export const putPicture = (id: string, blob: Blob): Promise<unknown> =>
  withDatabase((db) => db.put('pictures', blob, id));

export const bytesOf = (pieces: readonly ShowPiece[]): number =>
  pieces.reduce((sum, piece) => sum + JSON.stringify(piece).length, 0);

export async function countTaken(): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction(['taken', 'pieces', 'pictures'], 'readwrite');
    const [taken, pieces] = await Promise.all([
      tx.objectStore('taken').get('taken'),
      tx.objectStore('pieces').getAll(),
    ]);
    if (!taken) return;
    let bytes = bytesOf(pieces);
    const known = new Set<string>();
    for (
      let cursor = await tx.objectStore('pictures').openCursor();
      cursor;
      cursor = await cursor.continue()
    ) {
      bytes += cursor.value.size;
      known.add(cursor.key);
    }
    const missingPictures = pieces.filter(
      ({ picture }) => picture !== '' && !known.has(picture),
    ).length;
    await tx.objectStore('taken').put({ ...taken, bytes, missingPictures }, 'taken');
    await tx.done;
  });
  announce();
}

export async function removePieces(): Promise<void> {
  await withDatabase(async (db) => {
    const stores = ['taken', 'pieces', 'pictures'] as const;
    const tx = db.transaction(stores, 'readwrite');
    await Promise.all(stores.map((store) => tx.objectStore(store).clear()));
    await tx.done;
  });
  announce();
}

/** Keeps what the shop does not have yet. Call it where the shop has said that nobody is logged in. */
export async function forgetWithSession(): Promise<void> {
  await withDatabase(async (db) => {
    const shops = ['taken', 'pieces', 'pictures', 'takings'] as const;
    const stores = [...shops, 'entries', 'files'] as const;
    const tx = db.transaction(stores, 'readwrite');
    for (const store of shops) void tx.objectStore(store).clear();
    for (const entry of await tx.objectStore('entries').getAll()) {
      const rest = afterSession(entry);
      if (rest === null) {
        void tx.objectStore('entries').delete(entry.key);
        void tx.objectStore('files').delete(partsOf(entry.key));
      } else if (rest !== entry) void tx.objectStore('entries').put(rest);
    }
    await tx.done;
  });
  announce();
}

async function hearing<T>(asking: Promise<T>): Promise<T> {
  return asking.catch(async (error: unknown) => {
    if (problemCode(error) === 'unauthorized') await forgetWithSession();
    throw error;
  });
}

/** The show's page is beneath this path, and nothing else is. */
export const SHOW_SCOPE = '/show';
export const WORKER_PATH = '/show/worker.js';
export const CACHE_PREFIX = 'druse-show-';

/** What a logout would lose; null: nothing, or nothing that can be read. */
export const lossAtLogout = (): Promise<string | null> => readEntries().then(lossWords, () => null);

export async function forgetShow(): Promise<void> {
  const registration = await navigator.serviceWorker
    ?.getRegistration(SHOW_SCOPE)
    .catch(() => undefined);
  await registration?.unregister();
  for (const name of (await globalThis.caches?.keys().catch(() => [])) ?? [])
    if (name.startsWith(CACHE_PREFIX)) await caches.delete(name);
  await withDatabase(async (db) => {
    const stores = ['taken', 'pieces', 'pictures', 'entries', 'files', 'takings'] as const;
    const tx = db.transaction(stores, 'readwrite');
    await Promise.all(stores.map((store) => tx.objectStore(store).clear()));
    await tx.done;
  }).catch(() => {});
  announce();
}

/** @throws ApiError, a TypeError where there is no response. */
export const fetchPieces = () => hearing(call('GET /api/manage/show'));

/** @throws as `fetchPieces`. */
export const fetchClaims = (specimenId: number) =>
  hearing(call('GET /api/manage/show/pieces/:id', { params: { id: specimenId } }));

/** Keeps the takings for when the shop cannot be asked. @throws as `fetchPieces`. */
export async function refreshTakings(day: string): Promise<void> {
  // Noted before asking: what is sent meanwhile may be in it or not, and is counted again rather
  // than missed.
  const readAt = Date.now();
  const takings = await hearing(call('GET /api/manage/show/takings', { query: { day } }));
  await withDatabase((db) => db.put('takings', { ...takings, readAt }, 'takings'));
  announce();
}

/** @throws as `fetchPieces`. */
export async function emailReceipt(
  orderId: number,
  body: { email: string; key: string },
): Promise<void> {
  await call('POST /api/manage/show/sales/:id/receipt', { params: { id: orderId }, body });
}
