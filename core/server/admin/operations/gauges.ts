import type { Context } from '#core/server/context.ts';
import type { Reading } from '#platform/http/metrics.ts';
import { isProbe } from './health.routes.ts';
import { countMediaJobs, countPendingOrders, countWaitingMails } from './operations.queries.ts';

/** Read from the database on every request for metrics. */
export const gaugesOf = ({ db }: Context): Reading[] => [
  {
    name: 'druse_orders_pending',
    help: 'Orders that are not paid yet',
    read: () => countPendingOrders(db),
  },
  {
    name: 'druse_mails_waiting',
    help: 'Mails that are still to be sent',
    read: () => countWaitingMails(db),
  },
  {
    name: 'druse_media_jobs',
    help: 'Renditions and videos that are still to be made',
    read: () => countMediaJobs(db),
  },
];

export function pathKind(path: string): string {
  if (path.startsWith('/api/')) return 'api';
  if (path.startsWith('/media/')) return 'media';
  if (path.startsWith('/assets/')) return 'asset';
  return isProbe(path) ? 'health' : 'page';
}
