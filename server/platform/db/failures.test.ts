import { expect, test } from 'vitest';
import { type DatabaseFailure, failureOf } from './failures.ts';

const failure = (details: object, message = 'failed') => Object.assign(new Error(message), details);

test.each<[string, unknown, DatabaseFailure | null]>([
  ['SQLite that is busy', failure({ errcode: 5 }), 'conflict'],
  ['SQLite whose snapshot is out of date', failure({ errcode: 517 }), 'conflict'],
  ['SQLite whose table is locked', failure({ errcode: 6 }), 'conflict'],
  ['SQLite on a full disk', failure({ errcode: 13 }), 'full'],
  ['SQLite refusing a duplicate', failure({ errcode: 2067 }), 'unique'],
  ['SQLite refusing a duplicate primary key', failure({ errcode: 1555 }), 'unique'],
  ['SQLite refusing a reference', failure({ errcode: 787 }), 'foreign_key'],
  ['SQLite refusing a value', failure({ errcode: 275 }), 'check'],
  ['SQLite on a file that is no database', failure({ errcode: 26 }), null],
  ['a serialization failure', failure({ code: '40001' }), 'conflict'],
  ['a deadlock', failure({ code: '40P01' }), 'conflict'],
  ['a lock that is not available', failure({ code: '55P03' }), 'conflict'],
  ['PostgreSQL on a full disk', failure({ code: '53100' }), 'full'],
  ['too many connections', failure({ code: '53300' }), 'unavailable'],
  ['a standby that cannot write yet', failure({ code: '25006' }), 'unavailable'],
  ['any connection exception', failure({ code: '08006' }), 'unavailable'],
  ['a refused connection', failure({ code: 'ECONNREFUSED' }), 'unavailable'],
  ['a connection that the driver lost', failure({}, 'Connection terminated unexpectedly'), 'unavailable'],
  ['a wrong password', failure({ code: '28P01' }), null],
  ['a mistake in the SQL', failure({ code: '42601' }), null],
  ['an error without a code', failure({}), null],
  ['something that is no error', { code: '40001' }, null],
])('%s is recognised', (_, error, expected) => {
  expect(failureOf(error)).toBe(expected);
});
