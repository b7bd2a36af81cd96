/** What an intake can say of its files and rows. Free of schemas, so pages may import it. */

/** Files of one intake. */
export const MAX_INTAKE_FILES = 1_000;

/** The most numbers without a label that an intake asks about: a sheet has 500. */
export const MAX_UNSEEN = 5_000;

/** Why a picture belongs to no number. Nothing is guessed: each of these waits for the admin. */
export const unassignedReasons = ['before-first-label', 'after-unreadable-label', 'after-several-labels', 'no-time', 'by-hand'] as const;
export type UnassignedReason = (typeof unassignedReasons)[number];

/** What is odd about a row; `blocking` ones make no draft until they are settled. */
export const rowProblemTable = {
  /** The label was photographed again later, after another one. */
  twice: { isBlocking: false },
  /** A label without a picture. */
  empty: { isBlocking: true },
  /** The labels of the next numbers on its sheet were not seen: they may be missing, or not read, and their pictures are most likely here. */
  gap: { isBlocking: true },
  /** The labels of other unused numbers were not seen: their pictures may be anywhere, here too. */
  unseen: { isBlocking: true },
  /** Far more pictures than the other rows have: a label may have been passed over. */
  many: { isBlocking: true },
  /** No label of ours bears the number, and no piece has it. */
  unknown: { isBlocking: true },
  /** A piece has the number, or had it. */
  used: { isBlocking: true },
  /** More pictures than a piece can have. */
  'too-many': { isBlocking: true },
} as const satisfies Record<string, { isBlocking: boolean }>;
export type RowProblem = keyof typeof rowProblemTable;

/** What the shop has read in a picture: a label's number, a code that cannot be read, or several of them. */
export const labelStates = ['number', 'unreadable', 'several'] as const;
