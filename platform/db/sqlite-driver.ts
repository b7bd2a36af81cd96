import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDriver,
} from 'kysely';
import { isSqliteBusy } from './failures.ts';

const LOCK_WAIT_MS = 5_000;
const MAX_PAUSE_MS = 50;

/**
 * Statements and transactions take turns on the one connection. A statement that another process's
 * lock keeps out tries again between timers instead of waiting inside SQLite, so the event loop
 * stays free and reads go on.
 */
export class TurnTakingDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #turns: Turns;

  /** @param lockWaitMs how long a statement waits for a lock before its error counts. */
  constructor(database: DatabaseSync, adapted: SqliteDatabase, lockWaitMs = LOCK_WAIT_MS) {
    super({ database: adapted });
    this.#database = database;
    this.#turns = new Turns(lockWaitMs);
  }

  override async acquireConnection(): Promise<TurnTakingConnection> {
    return new TurnTakingConnection(await super.acquireConnection(), this.#turns);
  }

  /** A deferred transaction that has read first fails with SQLITE_BUSY instead of waiting. */
  override beginTransaction(connection: TurnTakingConnection): Promise<void> {
    return connection.begin();
  }

  override commitTransaction(connection: TurnTakingConnection): Promise<void> {
    return connection.commit();
  }

  /**
   * On a full disk SQLite has rolled back already; a second rollback would hide the first error.
   */
  override rollbackTransaction(connection: TurnTakingConnection): Promise<void> {
    return connection.rollback(this.#database.isTransaction);
  }
}

class TurnTakingConnection implements DatabaseConnection {
  readonly #shared: DatabaseConnection;
  readonly #turns: Turns;
  #endTurn: (() => void) | null = null;

  constructor(shared: DatabaseConnection, turns: Turns) {
    this.#shared = shared;
    this.#turns = turns;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#endTurn) return this.#shared.executeQuery<Row>(query);
    const { result, endTurn } = await this.#turns.run(() => this.#shared.executeQuery<Row>(query));
    endTurn();
    return result;
  }

  async *streamQuery<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    const endTurn = this.#endTurn ? () => {} : await this.#turns.begin();
    try {
      yield* this.#shared.streamQuery<Row>(query, chunkSize);
    } finally {
      endTurn();
    }
  }

  async begin(): Promise<void> {
    const { endTurn } = await this.#turns.run(() => this.#run('begin immediate'));
    this.#endTurn = endTurn;
  }

  async commit(): Promise<void> {
    await this.#run('commit');
    this.#end();
  }

  async rollback(isOpen: boolean): Promise<void> {
    try {
      if (isOpen) await this.#run('rollback');
    } finally {
      this.#end();
    }
  }

  #run(sql: string): Promise<QueryResult<unknown>> {
    return this.#shared.executeQuery(CompiledQuery.raw(sql));
  }

  #end(): void {
    this.#endTurn?.();
    this.#endTurn = null;
  }
}

/** First come, first served. */
class Turns {
  readonly #lockWaitMs: number;
  #last: Promise<void> = Promise.resolve();

  constructor(lockWaitMs: number) {
    this.#lockWaitMs = lockWaitMs;
  }

  /** @returns ends the turn. */
  async begin(): Promise<() => void> {
    const previous = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await previous;
    return resolve;
  }

  /**
   * The statement's turn is still open afterwards. While a lock keeps it out, others have their
   * turns.
   */
  async run<T>(statement: () => Promise<T>): Promise<{ result: T; endTurn: () => void }> {
    const startedAt = performance.now();
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const endTurn = await this.begin();
      try {
        return { result: await statement(), endTurn };
      } catch (error) {
        endTurn();
        if (!isSqliteBusy(error) || performance.now() - startedAt > this.#lockWaitMs) throw error;
      }
      await setTimeout(pauseMs);
    }
  }
}
