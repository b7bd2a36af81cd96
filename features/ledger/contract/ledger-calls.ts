import type { CallTable } from '#core/contract/calls.ts';
import { ledger, ledgerQuery } from './ledger.ts';

export const ledgerCalls = {
  'GET /api/manage/ledger': {
    about: 'what was sold in a `year`, see below',
    query: ledgerQuery,
    response: ledger,
  },
  'GET /api/manage/ledger.csv': {
    about: 'the ledger as a sheet',
    query: ledgerQuery,
    response: { file: 'text/csv', description: 'A sheet.' },
  },
} as const satisfies CallTable;

type LedgerCalls = typeof ledgerCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends LedgerCalls {}
}
