import type { Db } from '#server/platform/db/db.ts';
import { selectAround } from './localities.queries.ts';

export type Place = { id: number; name: string };

/** The place and those around it, up to the country. */
export const placesAround = (db: Db, id: number): Promise<Place[]> => selectAround(db, id);
