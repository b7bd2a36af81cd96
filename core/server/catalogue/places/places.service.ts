import type { Db } from '#platform/db/db.ts';
import { selectAround } from './localities.queries.ts';

export type Place = { id: number; name: string };

/** Goes up to the country. */
export const placesAround = (db: Db, id: number): Promise<Place[]> => selectAround(db, id);
