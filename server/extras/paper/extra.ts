import type { ServerExtra } from '#server/extra.ts';

export const paper = {
  routes: async () => (await import('./paper.routes.ts')).paperRoutes,
  cleanUp: async (ctx) => (await import('./invoices.service.ts')).forgetBuyers(ctx),
  orderDeletion: {
    refusal: async (tx, orderId) => {
      const number = await (await import('./invoices.queries.ts')).selectInvoiceNumber(tx, orderId);
      return number === null ? null : `Order #${orderId} has invoice ${number}, which you must keep. Cancel the order instead.`;
    },
  },
} satisfies ServerExtra;
