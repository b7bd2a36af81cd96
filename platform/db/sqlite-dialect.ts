import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import {
  type Dialect,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { TurnTakingDriver } from './sqlite-driver.ts';

const CACHED_STATEMENTS = 500;

/**
 * Makes `node:sqlite` behave like PostgreSQL: decoded types, immediate transactions, transactional
 * DDL. Why: `docs/decisions/0001-one-process-sqlite-and-postgresql.md`.
 * @param lockWaitMs how long a statement waits for another process's lock.
 */
export function nodeSqliteDialect(database: DatabaseSync, lockWaitMs?: number): Dialect {
  return {
    createDriver: () => new TurnTakingDriver(database, adapt(database), lockWaitMs),
    createAdapter: () => new NodeSqliteAdapter(),
    createQueryCompiler: () => new LocklessQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteAdapter extends SqliteAdapter {
  /**
   * Statements and transactions take turns in the driver; Kysely would make whole connections take
   * turns.
   */
  override get supportsMultipleConnections() {
    return true;
  }

  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Leaves out `for update`: an immediate transaction already excludes every other writer. */
class LocklessQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode) {
    if (node.modifier === 'Distinct' || node.rawModifier) super.visitSelectModifier(node);
  }
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      // A changed schema may change what a cached statement returns.
      if (/^\s*(create|alter|drop)\b/i.test(sql)) statements.clear();
      const statement = statements.get(sql) ?? prepare(database, sql);
      statements.delete(sql);
      statements.set(sql, statement);
      if (statements.size > CACHED_STATEMENTS)
        statements.delete(statements.keys().next().value ?? '');
      return statement;
    },
  };
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement: StatementSync = database.prepare(sql);
  const columns = statement.columns();
  const decode = decoder(columns);
  return {
    reader: columns.length > 0,
    all: (parameters) => statement.all(...parameters.map(encode)).map(decode),
    run: (parameters) => statement.run(...parameters.map(encode)),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters.map(encode))) yield decode(row);
    },
  };
}

/**
 * node:sqlite would read a first parameter that is an object as named parameters, and bind a Date
 * as NULL.
 */
function encode(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && !(value instanceof Uint8Array)) return JSON.stringify(value);
  return value as SQLInputValue;
}

type Row = Record<string, SQLOutputValue>;

/**
 * Decodes columns declared boolean or jsonb as PostgreSQL's driver does. An expression has no
 * declared type and stays as it is.
 */
function decoder(columns: ReturnType<StatementSync['columns']>) {
  const booleans = columns
    .filter((column) => column.type === 'boolean')
    .map((column) => column.name);
  const documents = columns
    .filter((column) => column.type === 'jsonb')
    .map((column) => column.name);
  return (stored: Row): Record<string, unknown> => {
    const row: Record<string, unknown> = stored;
    for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1;
    for (const name of documents) if (row[name] !== null) row[name] = JSON.parse(String(row[name]));
    return row;
  };
}
