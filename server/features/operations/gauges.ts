import type { Context } from '#server/context.ts';
import type { Reading } from '#server/platform/http/metrics.ts';
import { countMediaJobs, countPendingOrders, countWaitingMails } from './operations.queries.ts';

/** What the owner's alarms may watch, read from the database when it is asked for. */
export const gaugesOf = ({ db }: Context): Reading[] => [
  { name: 'druse_orders_pending', help: 'Orders that are not paid yet', read: () => countPendingOrders(db) },
  { name: 'druse_mails_waiting', help: 'Mails that are still to be sent', read: () => countWaitingMails(db) },
  { name: 'druse_media_jobs', help: 'Renditions and films that are still to be made', read: () => countMediaJobs(db) },
];

/** The kinds of address that metrics tell apart. */
export function pathKind(path: string): string {
  if (path.startsWith('/api/')) return 'api';
  if (path.startsWith('/media/')) return 'media';
  if (path.startsWith('/assets/')) return 'asset';
  return path === '/healthz' || path === '/readyz' ? 'health' : 'page';
}
