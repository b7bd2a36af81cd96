/** What can be wrong with the shop itself, as Today tells its owner. Free of schemas, so pages may import it. */

export type ConditionEntry = {
  /** Of its row in Today. */
  id: number;
  /** What is wrong. */
  sentence: string;
  /** What the owner can do, and when it is over. */
  wayOut: string;
};

/** A new condition is an entry here; the compiler asks for how it is found (`server/features/admin/conditions/conditions.service.ts`). */
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
      'The mail server has turned them away for over an hour. We keep trying for three days. Check the mail server in Settings, under Email, and the mail account. This goes away once they are sent.',
  },
  mailServerLost: {
    id: 5,
    sentence: 'The mail server must be entered again',
    wayOut:
      'Its password can’t be read: the file shop.key in DATA_DIR is missing or another one. Enter the mail server again in Settings, under Email. If several machines run this shop, copy one shop.key to all of them first. Until then, emails wait.',
  },
  clockJumped: {
    id: 4,
    sentence: 'The clock jumped ahead by more than an hour',
    wayOut:
      'Until you say the time is right, no hold ends and nothing goes back on sale. If it’s wrong, set the machine’s clock; once it’s back, this goes away.',
  },
} as const satisfies Record<string, ConditionEntry>;

export type Condition = keyof typeof conditionTable;
