/** Aborts a request when the other end is silent for too long. */
export class Watch {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Whether the request was aborted for that. */
  hasTimedOut = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timer: something must arrive within `ms`. */
  expect(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.hasTimedOut = true;
      this.#controller.abort(new Error(`no response for ${ms / 1000} seconds`));
    }, ms);
  }

  /** Stops the timer: it is the reader's turn, or all is done. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Aborts the request if it still runs. */
  end(): void {
    this.rest();
    this.#controller.abort(new Error('cancelled'));
  }
}
