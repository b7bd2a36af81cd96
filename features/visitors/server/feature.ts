import type { ServerFeature } from '#core/server/feature.ts';
import type {} from './tables.ts';

export const visitors = {
  job: async () => {
    const { countVisitors } = await import('./visitors.service.ts');
    return (ctx, server) => countVisitors(server, ctx);
  },
  figures: {
    visitors: {
      order: 10,
      label: 'Visitors',
      find: async (ctx, since) => ({
        count: await (await import('./visitors.service.ts')).visitorsSince(ctx, since),
      }),
    },
  },
  tables: { notInBackups: ['visitor_days'] },
} satisfies ServerFeature;
