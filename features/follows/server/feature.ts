import type { ServerFeature } from '#core/server/feature.ts';

export const follows = {
  routes: async () => (await import('./follows.routes.ts')).followRoutes,
  due: { order: 50, kinds: async () => [(await import('./looking.service.ts')).followedListLooks] },
  figures: {
    alerts: {
      order: 50,
      label: 'Alerts now',
      find: async (ctx) => ({
        count: await (await import('./follows.service.ts')).countAlerts(ctx),
      }),
    },
  },
  personalData: {
    follows: {
      order: 40,
      load: async () => {
        const { followsOf, eraseFollowsOf } = await import('./follows.service.ts');
        return {
          columns: { follows: ['email', 'ip_address'] },
          find: followsOf,
          erase: eraseFollowsOf,
        };
      },
    },
  },
  cleanUp: async (ctx, before) =>
    (await import('./follows.service.ts')).cleanUpFollows(ctx, before),
} satisfies ServerFeature;
