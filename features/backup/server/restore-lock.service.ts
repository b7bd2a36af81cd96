/** Tells all processes of a database that its rows are being replaced, for as long as that takes. */
import type { Db, Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';
import { isLocked, lockNames } from '#platform/db/locks.ts';

const NAME = 'restore';

export const lockForRestore = (tx: Tx, dialect: Dialect): Promise<void> =>
  lockNames(tx, dialect, [NAME]);

/** Of SQLite it says nothing: one process has it. */
export const isBeingRestored = ({ db, dialect }: { db: Db; dialect: Dialect }): Promise<boolean> =>
  isLocked(db, dialect, NAME);
