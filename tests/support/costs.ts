/**
 * What test files cost, in seconds of processor time: the longest begin first, and `npm run check` runs as many as a minute allows. By name, so that
 * a file may move. `TEST_COSTS=costs.txt npm test -- unit` writes such a list; those that cost less than two seconds need no line here. A
 * child that ends late counts for the file that runs then: these are the lower of two runs.
 */
import path from 'node:path';

const USUAL = 1;
/** Files of `core/contract/` and `core/web/` touch no database and start nothing. */
const SMALL = 0.4;

/** To build the pages and the server, for the first test of a run that starts them. */
export const BUILD_COST = 20;

export const costs: Record<string, number> = {
  'page-cache': 11.8,
  'upgrade-copy': 9.1,
  'static-copy': 7.8,
  'copies.routes': 7.7,
  changing: 6.9,
  'auth.routes': 6.9,
  'copies-switch': 6.5,
  restoring: 6.1,
  main: 5.5,
  copies: 5.3,
  'data-dir': 4.6,
  multipart: 4.4,
  'media-worker': 4.1,
  'built-server': 3.9,
  'backup-download': 3.7,
  transfer: 3.6,
  passkeys: 3.6,
  alignment: 3.4,
  'waiting-mails': 3.0,
  'demo.service': 3.0,
  'species-sheet': 2.9,
  'page-cache-sockets': 2.9,
  'specimen-search': 2.8,
  mail: 2.8,
  'image-worker-client': 2.8,
  watch: 2.7,
  'placing-limits': 2.7,
  'own-species': 2.7,
  'backup-stores': 2.7,
  'backup-damage': 2.7,
  'foreign-sheets': 2.6,
  app: 2.6,
  shield: 2.5,
  imports: 2.5,
  holds: 2.5,
  'orders-model': 2.4,
  commands: 2.4,
  'backup-encrypted': 2.4,
  orders: 2.3,
  inquiries: 2.2,
  'demo-removal': 2.2,
  certificates: 2.2,
  'admin.service': 2.2,
  'waiting-list': 2.1,
  'user-command': 2.1,
  ingest: 2.1,
  backup: 2.1,
  uploading: 2.0,
  editing: 2.0,
  'child-runner': 2.0,
};

/** @param file a path such as `core/server/app.test.ts`. */
export const costOf = (file: string): number =>
  costs[path.basename(file).replace(/\.test\.tsx?$/, '')] ??
  (/(?:^|\/)(?:contract|web)\//.test(file) ? SMALL : USUAL);
