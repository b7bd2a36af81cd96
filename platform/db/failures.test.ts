import { expect, test } from 'vitest';
import { type DatabaseFailure, failureOf, PoolExhausted } from './failures.ts';

const failure = (details: object, message = 'failed') => Object.assign(new Error(message), details);

test.each<[string, unknown, DatabaseFailure | null]>([
  ['a busy SQLite database', failure({ errcode: 5 }), 'timeout'],
  ['an SQLite database that another process recovers', failure({ errcode: 261 }), 'timeout'],
  ['an outdated snapshot of SQLite', failure({ errcode: 517 }), 'conflict'],
  ['a locked table of SQLite', failure({ errcode: 6 }), 'conflict'],
  ['a full disk under SQLite', failure({ errcode: 13 }), 'full'],
  ['a duplicate in SQLite', failure({ errcode: 2067 }), 'unique'],
  ['a duplicate primary key in SQLite', failure({ errcode: 1555 }), 'unique'],
  ['a dangling reference in SQLite', failure({ errcode: 787 }), 'foreign_key'],
  ['a forbidden value in SQLite', failure({ errcode: 275 }), 'check'],
  ['a file that is no SQLite database', failure({ errcode: 26 }), null],
  ['a serialization failure', failure({ code: '40001' }), 'conflict'],
  ['a deadlock', failure({ code: '40P01' }), 'conflict'],
  ['a lock that was waited for too long', failure({ code: '55P03' }), 'timeout'],
  ['a statement that took too long', failure({ code: '57014' }), 'timeout'],
  ['a transaction that did nothing for too long', failure({ code: '25P03' }), 'timeout'],
  ['a pool without a free connection', new PoolExhausted(), 'unavailable'],
  ['a query whose response stopped coming', failure({}, 'Query read timeout'), 'unavailable'],
  ['a full disk under PostgreSQL', failure({ code: '53100' }), 'full'],
  ['too many connections', failure({ code: '53300' }), 'unavailable'],
  ['a standby that is read-only', failure({ code: '25006' }), 'unavailable'],
  ['any connection exception', failure({ code: '08006' }), 'unavailable'],
  ['a refused connection', failure({ code: 'ECONNREFUSED' }), 'unavailable'],
  [
    'a connection lost by the driver',
    failure({}, 'Connection terminated unexpectedly'),
    'unavailable',
  ],
  ['a wrong password', failure({ code: '28P01' }), null],
  ['a syntax error', failure({ code: '42601' }), null],
  ['an error without a code', failure({}), null],
  ['a value that is no Error', { code: '40001' }, null],
])('%s is recognised', (_, error, expected) => {
  expect(failureOf(error)).toBe(expected);
});
