/** Ends a request whose other end says nothing for too long. */
export class Watch {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Whether the request was ended for that. */
  hasRunOut = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on something must come within `ms`. */
  expect(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.hasRunOut = true;
      this.#controller.abort(new Error(`no answer for ${ms / 1000} seconds`));
    }, ms);
  }

  /** Nothing is expected: it is the reader's turn, or over. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Gives up whatever still runs. */
  end(): void {
    this.rest();
    this.#controller.abort(new Error('not wanted any more'));
  }
}
