import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Database } from './open.ts';

export class DatabaseLost extends Error {}

class LostDriver extends DummyDriver {
  readonly #error: Error;

  constructor(error: Error) {
    super();
    this.#error = error;
  }

  override acquireConnection(): Promise<never> {
    return Promise.reject(new DatabaseLost(this.#error.message, { cause: this.#error }));
  }
}

/** Stands in for a database that could not be opened: every query fails with DatabaseLost. */
export function lostDatabase(dialect: Dialect, error: Error): Database {
  const db: Database['db'] = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new LostDriver(error),
      createIntrospector: (handle) => new PostgresIntrospector(handle),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, dialect, close: () => db.destroy() };
}
