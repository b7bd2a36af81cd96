export const MAX_INTAKE_FILES = 1_000;

/** An intake asks about this many numbers without a label: a sheet has 500. */
export const MAX_UNSEEN = 5_000;

/** Nothing is guessed: each of these pictures waits for the admin. */
export const unassignedReasons = [
  'before-first-label',
  'after-unreadable-label',
  'after-several-labels',
  'no-time',
  'by-hand',
] as const;
export type UnassignedReason = (typeof unassignedReasons)[number];

export const rowProblemTable = {
  twice: { isBlocking: false },
  empty: { isBlocking: true },
  /** Labels of the next numbers were missed; their pictures are most likely here. */
  gap: { isBlocking: true },
  /** Labels of other numbers were missed; their pictures may be anywhere. */
  unseen: { isBlocking: true },
  many: { isBlocking: true },
  unknown: { isBlocking: true },
  used: { isBlocking: true },
  'too-many': { isBlocking: true },
} as const satisfies Record<string, { isBlocking: boolean }>;
export type RowProblem = keyof typeof rowProblemTable;

export const labelStates = ['number', 'unreadable', 'several'] as const;
