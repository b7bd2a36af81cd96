import type { SpecimenDetail } from './catalogue/specimens.ts';

/** Every expected failure: a closed union of codes, and the HTTP status of each. */
export const problemStatus = {
  bad_request: 400,
  invalid_input: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  foreign_origin: 403,
  local_only: 403,
  confirmation_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  specimen_unavailable: 409,
  total_changed: 409,
  state_conflict: 409,
  changed_meanwhile: 412,
  too_large: 413,
  address_too_long: 414,
  unsupported_type: 415,
  key_reused: 422,
  unreadable_file: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof problemStatus;

/** The body of every error response. `message` is a sentence a buyer can read; some codes carry details. */
export type ProblemBody = {
  code: ProblemCode;
  message: string;
  /** invalid_input: what is wrong where; `path` is dotted, '' for the whole body. */
  issues?: { path: string; message: string }[];
  /** specimen_unavailable: the lines that could not be reserved. */
  lines?: LostLine[];
  /** Seconds after which trying again makes sense; also sent as Retry-After. */
  retryAfter?: number;
  /** total_changed: the server's totals, amounts with two decimals. */
  totals?: { subtotalAmount: string; shippingAmount: string; totalAmount: string };
  /** key_reused, to the admin alone: the order or the specimen that was made under the key. */
  madeId?: number;
  /** changed_meanwhile: the specimen as it is now. */
  specimen?: SpecimenDetail;
  /** The uploaded file that was refused: its part's name, its index among the parts of that name, from 0, and its own name. */
  file?: { part: string; index: number; name: string };
};

export type LostLine = {
  specimenId: number;
  title: string;
  reason: 'gone' | 'sold' | 'pending' | 'not_for_sale' | 'not_enough';
  /** Pieces that could still be ordered. */
  available: number;
};

/** An expected failure, thrown by services; `problemStatus` turns it into a response. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: Omit<ProblemBody, 'code' | 'message'>;

  constructor(code: ProblemCode, message: string, details: Omit<ProblemBody, 'code' | 'message'> = {}) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }
}
