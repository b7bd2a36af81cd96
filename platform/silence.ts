/** Later callers need not wait for an answer that is overdue. */
export type Silence = {
  begin(): void;
  end(): void;
  isTooLong(): boolean;
};

/** @param ms how long is too long. */
export function watchSilence(ms: number): Silence {
  let isTooLong = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      if (timer) return;
      const own = setTimeout(() => {
        // In a process that was busy itself, answers may lie unread: they have their turn first.
        setImmediate(() => {
          if (timer === own) isTooLong = true;
        });
      }, ms).unref();
      timer = own;
    },
    end() {
      clearTimeout(timer);
      timer = undefined;
      isTooLong = false;
    },
    isTooLong: () => isTooLong,
  };
}
