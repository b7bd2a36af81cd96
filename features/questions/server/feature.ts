import type { ServerFeature } from '#core/server/feature.ts';
import { formOf } from '#core/server/storefront/pages/form-pages.ts';
import { questionTodayKinds } from '#features/questions/contract/today-kinds.ts';

export const questions = {
  routes: async () => (await import('./inquiries.routes.ts')).inquiryRoutes,
  today: {
    question: {
      ...questionTodayKinds.question,
      find: async (ctx, limit) => (await import('./inbox.service.ts')).waitingInquiries(ctx, limit),
    },
  },
  personalData: {
    inquiries: {
      order: 10,
      load: async () => {
        const { eraseInquiriesOf, inquiriesOf } = await import('./inquiries.service.ts');
        return {
          columns: { inquiries: ['name', 'email', 'ip_address'], inquiry_messages: ['text'] },
          find: inquiriesOf,
          erase: eraseInquiriesOf,
        };
      },
    },
  },
  buyerErased: async (tx, orderId) =>
    (await import('./inquiries.queries.ts')).deleteAboutOrder(tx, orderId),
  specimenReplaced: async (tx, from, to) =>
    (await import('./inquiries.queries.ts')).moveInquiries(tx, from, to),
  cleanUp: async (ctx, before) =>
    (await import('./inquiries.service.ts')).clearInquirySources(ctx, before),
  tables: { inTheWay: { questions: 'inquiries' } },
  pages: { ask: formOf },
} satisfies ServerFeature;
