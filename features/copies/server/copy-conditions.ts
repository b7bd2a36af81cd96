import type { ConditionEntry } from '#core/contract/admin/condition-entry.ts';

/** A machine that was off for days makes its copy first. */
const SLEPT = 60;

export const copyConditions = {
  copyOld: {
    id: 101,
    sentence: 'There is no copy of the last two days',
    wayOut:
      'Settings, under Copies, says for each place what went wrong and what to do. This goes away once every place has a new copy.',
    toldAfter: SLEPT,
  },
  copyUnproved: {
    id: 102,
    sentence: 'No copy has been proved for ten days',
    wayOut:
      'Once a week the newest copy is restored as a test and compared, and that has failed. Settings, under Copies, says why. This goes away once a copy is proved.',
    toldAfter: SLEPT,
  },
} as const satisfies Record<string, ConditionEntry>;
