import type { ServerFeature } from '#core/server/feature.ts';
import { healthTodayKinds } from '#features/health/contract/today-kinds.ts';
import type {} from './tables.ts';

export const health = {
  routes: async () => {
    const { doctorRoutes } = await import('./doctor.routes.ts');
    const { secondWayRoutes } = await import('./second-way.routes.ts');
    return (app, ctx) => {
      secondWayRoutes(app, ctx);
      doctorRoutes(app, ctx);
    };
  },
  job: async () => (await import('./watch.service.ts')).startWatch,
  today: {
    trouble: {
      ...healthTodayKinds.trouble,
      find: async (ctx) => (await import('./conditions.service.ts')).lastingConditions(ctx),
    },
  },
  newerVersion: async () => (await import('./newer-version.service.ts')).tellNewer,
  tables: { notInBackups: ['conditions'] },
} satisfies ServerFeature;
