import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export const partsOf = (whole: string | number) =>
  IDBKeyRange.bound([whole, ''], [whole, '\uffff']);

type Attempt<Schema extends DBSchema> = <T>(
  fallback: T,
  work: (db: IDBPDatabase<Schema>) => Promise<T>,
) => Promise<T>;

/**
 * The page works without this database: where there is none (a private window) or no room, work is
 * given up and its fallback returned.
 * @param createStores makes the object stores of version 1.
 */
export const attemptsOn =
  <Schema extends DBSchema>(
    name: string,
    createStores: (db: IDBPDatabase<Schema>) => void,
  ): Attempt<Schema> =>
  async (fallback, work) => {
    let db: IDBPDatabase<Schema> | undefined;
    try {
      db = await openDB<Schema>(name, 1, { upgrade: createStores });
      return await work(db);
    } catch {
      return fallback;
    } finally {
      db?.close();
    }
  };
