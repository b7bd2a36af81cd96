import { Problem } from '#contract/problems.ts';

/** The store of media is away, too slow, or does not do what it should. What was begun is not done; the same may work later. */
export class MediaStoreUnavailable extends Problem {
  /** For the log: which call failed and how. Holds no secret. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    const message = 'The shop cannot reach its pictures and films just now. Nothing was changed; please try again in a moment.';
    super('unavailable', message, { retryAfter: 5 });
    this.name = 'MediaStoreUnavailable';
    this.reason = reason;
    this.cause = cause;
  }
}
