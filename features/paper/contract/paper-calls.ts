import type { CallTable } from '#core/contract/calls.ts';
import { labelSheet, labelSheets, newLabelSheet } from './label-sheets.ts';
import { invoices, invoicesInput, labelsQuery, printedOrders, specimenLabels } from './paper.ts';
import { printedOrdersQuery } from './printed-orders.ts';

/** One order is no more than its page shows; several are a list of buyers with postal addresses. */
const confirmed = 'if it reads several';

export const paperCalls = {
  'GET /api/manage/slips': {
    about: 'orders for packing slips',
    confirmed,
    query: printedOrdersQuery,
    response: printedOrders,
  },
  'GET /api/manage/invoices': {
    about: 'orders with their invoices and credit notes',
    confirmed,
    query: printedOrdersQuery,
    response: invoices,
  },
  'POST /api/manage/invoices': {
    about: 'makes the invoices that `orders` lack',
    confirmed,
    body: invoicesInput,
    response: invoices,
  },
  'POST /api/manage/invoice-corrections': {
    about: 'makes a credit note and a new invoice for each order whose invoice is outdated',
    confirmed,
    body: invoicesInput,
    response: invoices,
  },
  'POST /api/manage/credit-notes': {
    about: 'makes the credit notes that refunds of `orders` lack',
    confirmed,
    body: invoicesInput,
    response: invoices,
  },
  'GET /api/manage/labels': {
    about: 'specimens for labels',
    query: labelsQuery,
    response: specimenLabels,
  },
  'GET /api/manage/label-sheets': {
    about: 'the sheets of numbered labels',
    response: labelSheets,
  },
  'POST /api/manage/label-sheets': {
    about: '201; reserves numbers for a sheet of labels',
    limit: 30,
    body: newLabelSheet,
    response: labelSheet,
    status: 201,
  },
  'GET /api/manage/label-sheets/:id': {
    about: 'one sheet of numbered labels',
    response: labelSheet,
  },
} as const satisfies CallTable;

type PaperCalls = typeof paperCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends PaperCalls {}
}
