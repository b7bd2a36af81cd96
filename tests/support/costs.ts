/**
 * What test files cost, in seconds of processor time: the longest begin first, and `npm run check` runs as many as a minute allows. By name, so that
 * a file may move. `TEST_COSTS=costs.txt npm test -- unit` writes such a list; those that cost less than two seconds need no line here. The
 * figures come from a busy machine, some from before a file left a part to the suite `thorough`: they are too high rather than too low.
 */
import path from 'node:path';

const USUAL = 1;
/** Files of `contract/` and `web/` touch no database and start nothing. */
const SMALL = 0.4;

/** To build the pages and the server, for the first test of a run that starts them. */
export const BUILD_COST = 20;

export const costs: Record<string, number> = {
  'copies-switch': 14.1,
  restoring: 11.1,
  'page-cache': 10.0,
  videos: 9.6,
  'backup-download': 9.5,
  'auth.routes': 8.9,
  'specimens.routes': 8.4,
  main: 8.0,
  alignment: 7.9,
  'copies.routes': 7.5,
  'media-worker': 7.3,
  shield: 6.6,
  'static-copy': 6.6,
  'image-worker-client': 6.6,
  commands: 6.5,
  'demo-removal': 6.4,
  mail: 6.4,
  'foreign-sheets': 6.4,
  'video-ingest': 6.3,
  'data-dir': 6.2,
  'user-command': 6.2,
  'specimen-search': 6.1,
  'import-errors': 5.5,
  glossary: 5.3,
  transfer: 5.1,
  ingest: 5.0,
  alignments: 4.8,
  'built-server': 4.7,
  'demo.service': 4.5,
  'waiting-mails': 4.3,
  multipart: 4.2,
  backup: 4.1,
  'password-strength': 4.1,
  'backup-damage': 4.1,
  passkeys: 4.0,
  races: 3.9,
  'admin.service': 3.9,
  turns: 3.5,
  certificates: 3.5,
  'backup-fixture': 3.4,
  'backup-encrypted': 3.4,
  sending: 3.4,
  uploading: 3.0,
  'account-mails': 2.9,
  'bulk-edits': 2.8,
  'page-cache-sockets': 2.8,
  'stone-outline': 2.8,
  'placing-limits': 2.8,
  'editing-model': 2.8,
  'child-runner': 2.6,
  intake: 2.6,
  'waiting-list': 2.4,
  ledger: 2.4,
  'order-command': 2.2,
  'order-money-sheet': 2.2,
  feeds: 2.1,
};

/** @param file a path such as `server/app.test.ts`. */
export const costOf = (file: string): number =>
  costs[path.basename(file).replace(/\.test\.tsx?$/, '')] ?? (/(?:^|\/)(?:contract|web)\//.test(file) ? SMALL : USUAL);
