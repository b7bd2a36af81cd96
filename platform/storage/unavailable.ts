import { Problem } from '#core/contract/problems.ts';

/**
 * The media store is down, too slow, or failing. The operation was not done; a retry may succeed.
 */
export class MediaStoreUnavailable extends Problem {
  /** For the log: which call failed and how. Contains no secrets. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    const message =
      'The shop can’t reach its photos and videos right now. Nothing was changed. Please try again in a moment.';
    super('unavailable', message, { retryAfter: 5 });
    this.name = 'MediaStoreUnavailable';
    this.reason = reason;
    this.cause = cause;
  }
}
