/** What can be wrong with the shop itself. Free of schemas, so pages may import it. */

import type { ConditionEntry } from '#core/contract/admin/condition-entry.ts';
import { CLOCK_JUMPED } from '#features/health/contract/today-kinds.ts';

/**
 * The compiler asks how a new entry is found (`features/health/server/conditions.service.ts`).
 * Other features bring their own.
 */
export const conditionTable = {
  cannotWrite: {
    id: 1,
    sentence: 'The shop can’t save anything',
    wayOut:
      'Orders and uploads fail. Check the disk, the database and who owns the files. This goes away once a test row and a test file are saved.',
  },
  diskFull: {
    id: 2,
    sentence: 'The disk is almost full',
    wayOut:
      'Orders still go through; photos and videos may not. Delete files you don’t need, or get a larger disk. This goes away once 128 MB are free.',
  },
  mailDelayed: {
    id: 3,
    sentence: 'Emails aren’t going out',
    wayOut:
      'The mail server has turned them away for over an hour; we keep trying for three days. Check it in Settings, under Email, and check the mail account.',
    toldAfter: 0,
  },
  clockJumped: {
    id: CLOCK_JUMPED,
    sentence: 'The clock jumped ahead by more than an hour',
    wayOut:
      'Until you say the time is right, no hold ends and nothing goes back on sale. If it’s wrong, set the machine’s clock; once it’s back, this goes away.',
  },
  mailServerLost: {
    id: 20,
    sentence: 'The mail server must be entered again',
    wayOut:
      'Its password can’t be read: the file shop.key in DATA_DIR is missing or doesn’t match. Emails wait; Settings says what to do, under Email.',
  },
  diskLow: {
    id: 21,
    sentence: 'The disk is filling up',
    wayOut:
      'Less than a tenth of it is free. Delete files you don’t need, or get a larger disk. This goes away once a tenth is free.',
    toldAfter: 10,
    overAfter: 60,
  },
  databaseAway: {
    id: 22,
    sentence: 'The database isn’t responding',
    wayOut:
      'Visitors see only pages that are cached, and orders fail. Check the database server and the network to it.',
  },
  mediaFailing: {
    id: 23,
    sentence: 'Photos or videos can’t be processed',
    wayOut:
      'We tried for two days. Today lists them: try again there, or upload them in another format.',
    toldAfter: 60,
  },
  restarting: {
    id: 24,
    sentence: 'The shop keeps restarting',
    wayOut:
      'It restarted three times within an hour. If that wasn’t you, look at the last lines of its log, and at Health in Settings.',
    toldAfter: 0,
  },
  clockOff: {
    id: 25,
    sentence: 'The clock is off by more than two minutes',
    wayOut:
      'It differs from the database’s or the bucket’s, so holds end at the wrong moment and uploads may fail. Turn on time synchronization on this machine.',
    toldAfter: 15,
  },
  addressUnreachable: {
    id: 26,
    sentence: 'The shop’s own address doesn’t answer',
    wayOut:
      'Check the domain, the proxy and the router. If visitors can open PUBLIC_URL, your router may only refuse its own address from inside.',
    toldAfter: 15,
    overAfter: 10,
  },
  certificateEnding: {
    id: 27,
    sentence: 'The certificate of the shop’s address is about to expire',
    wayOut:
      'After that, browsers warn visitors away. Check that your web server renews it. This goes away once it has.',
    toldAfter: 60,
  },
  newerVersion: {
    id: 28,
    sentence: 'A newer version of Druse is available',
    wayOut:
      'Settings says which one at the end of the page. Read what’s new, and upgrade when you have a quiet hour. This goes away once it runs here.',
    toldAfter: 0,
    isNews: true,
  },
} as const satisfies Record<string, ConditionEntry>;

export type Condition = keyof typeof conditionTable;

/** Conditions that an email about them would not get past. */
export const silencesMail = (condition: string): boolean =>
  condition === 'mailDelayed' || condition === 'mailServerLost';
