import type { ServerFeature } from '#core/server/feature.ts';
import { formOf } from '#core/server/storefront/pages/form-pages.ts';
import { waitingTodayKinds } from '#features/waiting-list/contract/today-kinds.ts';

export const waitingList = {
  routes: async () => (await import('./waiting-list.routes.ts')).waitingListRoutes,
  due: {
    order: 40,
    kinds: async () => {
      const { waitingLines, waitingForDeleted } = await import('./waiting-list.service.ts');
      return [waitingLines, waitingForDeleted];
    },
  },
  today: {
    nextInLine: {
      ...waitingTodayKinds.nextInLine,
      find: async (ctx, limit) => (await import('./entries.service.ts')).currentOffers(ctx, limit),
    },
  },
  personalData: {
    waitingLists: {
      order: 30,
      load: async () => {
        const { entriesOf, eraseEntriesOf } = await import('./entries.service.ts');
        return {
          columns: { waiting_entries: ['email', 'ip_address'] },
          find: entriesOf,
          erase: eraseEntriesOf,
        };
      },
    },
  },
  offers: {
    keysOf: async (request) => (await import('./entry-keys.service.ts')).entryKeys(request),
    reservedUntil: async (db, specimenId, now) =>
      (await import('./waiting-list.queries.ts')).selectReservedUntil(db, specimenId, now),
    waitingHours: async (ctx) => {
      const { readRules } = await import('./waiting-list.service.ts');
      const { canMail, hours } = await readRules(ctx);
      return canMail ? hours : 0;
    },
    find: async (db, keys, now) => (await import('./offers.service.ts')).offersOf(db, keys, now),
  },
  stockFollower: async () => (await import('./waiting-list.service.ts')).followLines,
  specimenReplaced: async (tx, from, to) =>
    (await import('./waiting-list.queries.ts')).moveEntries(tx, from, to),
  cleanUp: async (ctx, before) =>
    (await import('./entries.service.ts')).cleanUpEntries(ctx, before),
  pages: { wait: formOf },
} satisfies ServerFeature;
