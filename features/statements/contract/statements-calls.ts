import type { CallTable } from '#core/contract/calls.ts';
import { paymentInput, paymentResults, statementReport } from './payments.ts';
import { MAX_STATEMENT_BYTES } from './statement-columns.ts';

export const statementCalls = {
  'POST /api/manage/payments/statement': {
    about:
      'which payments of a statement (`text/csv`) are for which orders; writes nothing, see below',
    limit: 30,
    maxBody: MAX_STATEMENT_BYTES,
    body: 'file',
    response: statementReport,
  },
} as const satisfies CallTable;

export const paymentCalls = {
  'POST /api/manage/payments': {
    about: 'marks orders as paid by these payments; returns the result of each',
    maxBody: 256 * 1024,
    body: paymentInput,
    response: paymentResults,
  },
} as const satisfies CallTable;

type StatementsCalls = typeof statementCalls & typeof paymentCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends StatementsCalls {}
}
