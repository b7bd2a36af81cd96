import type { ServerFeature } from '#core/server/feature.ts';

export const paper = {
  routes: async () => (await import('./paper.routes.ts')).paperRoutes,
  sheets: {
    'invoices.csv': async () => (await import('./paper-sheets.ts')).invoiceSheet,
    'credit-notes.csv': async () => (await import('./paper-sheets.ts')).creditNoteSheet,
  },
  cleanUp: async (ctx) => (await import('./invoices.service.ts')).forgetBuyers(ctx),
  orderFollower: async () => {
    const { takeBackCreditNote } = await import('./credit-notes.service.ts');
    return { moneyChanging: takeBackCreditNote };
  },
  orderDeletion: {
    refusal: async (db, orderId) => {
      const number = await (await import('./invoices.queries.ts')).selectInvoiceNumber(db, orderId);
      return number === null
        ? null
        : `Order #${orderId} has invoice ${number}, which you must keep. Cancel the order instead.`;
    },
  },
} satisfies ServerFeature;
