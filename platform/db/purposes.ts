import type { Db } from './db.ts';

/**
 * `read`: statements of pages and lists, outside transactions; `write`: transactions that somebody
 * waits for; `bulk`: backups, exports, restores, and transactions that wait for the media store;
 * `migration`: what changes tables. Why:
 * `docs/decisions/0030-database-timeouts-and-data-dir-lock.md`.
 */
export type Purpose = 'read' | 'write' | 'bulk' | 'migration';

const handles = new WeakMap<Db, Record<Purpose, Db>>();

/** The `read` handle, which everybody gets, leads to the others. */
export function registerHandles(all: Record<Purpose, Db>): void {
  handles.set(all.read, all);
}

/** A handle of another purpose stays as it is, and so does SQLite's only one. */
export const handleFor = (db: Db, purpose: Purpose): Db => handles.get(db)?.[purpose] ?? db;
