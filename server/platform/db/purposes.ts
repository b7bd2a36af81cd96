import type { Db } from './db.ts';

/**
 * What a connection is for. `read`: statements of pages and lists, outside transactions; `write`: transactions that somebody waits for; `bulk`:
 * backups, exports, restores, and transactions that wait for the media store; `migration`: what changes tables.
 */
export type Purpose = 'read' | 'write' | 'bulk' | 'migration';

const handles = new WeakMap<Db, Record<Purpose, Db>>();

/** Makes the `read` handle, which everybody gets, lead to those of the other purposes. */
export function registerHandles(all: Record<Purpose, Db>): void {
  handles.set(all.read, all);
}

/** The handle on the same database for the purpose. A handle that is for a purpose already stays as it is, and so does SQLite's only one. */
export const handleFor = (db: Db, purpose: Purpose): Db => handles.get(db)?.[purpose] ?? db;
