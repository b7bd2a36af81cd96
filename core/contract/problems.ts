import type { SpecimenDetail } from './catalogue/specimens.ts';

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
  gone: 410,
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

type Details = {
  /** `path` is dotted; '' is the whole body. */
  invalid_input: { issues?: { path: string; message: string }[] } & RefusedFile;
  specimen_unavailable: { lines: LostLine[] };
  /** The server's totals, with two decimals. */
  total_changed: {
    totals: { subtotalAmount: string; shippingAmount: string; totalAmount: string };
  };
  /** Only for the admin: the order or specimen made under the key. */
  key_reused: { madeId?: number };
  /** The specimen as it is now, if one was changed. */
  changed_meanwhile: { specimen?: SpecimenDetail };
  /** Seconds after which trying again makes sense; also sent as Retry-After. */
  too_many_requests: { retryAfter?: number };
  unavailable: { retryAfter?: number };
  bad_request: RefusedFile;
  too_large: RefusedFile;
  unsupported_type: RefusedFile;
  unreadable_file: RefusedFile;
};

/** The part's name, its index among parts of that name, from 0, and the file's name. */
type RefusedFile = { file?: { part: string; index: number; name: string } };

export type FileProblemCode =
  | 'bad_request'
  | 'invalid_input'
  | 'too_large'
  | 'unsupported_type'
  | 'unreadable_file';

/** A buyer can read `message`. */
export type ProblemBody<Code extends ProblemCode = ProblemCode> = {
  [C in Code]: { code: C; message: string } & (C extends keyof Details ? Details[C] : unknown);
}[Code];

export type LostLine = {
  specimenId: number;
  title: string;
  reason: 'gone' | 'sold' | 'pending' | 'not_for_sale' | 'not_enough';
  available: number;
};

type AnyDetails = Partial<
  Details['specimen_unavailable'] &
    Details['total_changed'] &
    Details['invalid_input'] &
    Details['key_reused'] &
    Details['changed_meanwhile'] &
    Details['unavailable']
>;

type ProblemArguments = {
  [C in ProblemCode]: C extends keyof Details
    ? Partial<Details[C]> extends Details[C]
      ? [code: C, message: string, details?: Details[C]]
      : [code: C, message: string, details: Details[C]]
    : [code: C, message: string];
}[ProblemCode];

/** Services throw it; `problemStatus` turns it into a response. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: AnyDetails;

  constructor(...[code, message, details = {}]: ProblemArguments) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }
}

/** @param path as in the body, such as `lines.0.price`. */
export const invalidField = (path: string, message: string): Problem =>
  new Problem('invalid_input', message, { issues: [{ path, message }] });
