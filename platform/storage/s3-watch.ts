export class Watch {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  hasTimedOut = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  expect(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.hasTimedOut = true;
      this.#controller.abort(new Error(`no response for ${ms / 1000} seconds`));
    }, ms);
  }

  rest(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.rest();
    this.#controller.abort(new Error('cancelled'));
  }
}
