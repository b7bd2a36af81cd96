/**
 * Costly requests wait until no further connection arrives: each round of the event loop accepts
 * one connection and reads what has come on the others.
 */

const MAX_ROUNDS = 1_000;
const AT_ONCE = 4;

export type Door = {
  /** Calls `enter` once a round brought no new connection, in order of arrival. */
  pass(enter: () => void): void;
  defer(): void;
};

export function createDoor(): Door {
  let waiting: (() => void)[] = [];
  let isOpening = false;
  let hasCome = false;

  function open(rounds: number): void {
    if (hasCome && rounds < MAX_ROUNDS) {
      hasCome = false;
      setImmediate(open, rounds + 1);
      return;
    }
    const entering = waiting.slice(0, AT_ONCE);
    waiting = waiting.slice(AT_ONCE);
    isOpening = waiting.length > 0;
    // The rest do not wait for connections of later rounds.
    if (isOpening) setImmediate(open, MAX_ROUNDS);
    for (const enter of entering) enter();
  }

  return {
    pass(enter) {
      waiting.push(enter);
      if (!isOpening) setImmediate(open, 0);
      isOpening = true;
    },
    defer() {
      hasCome = true;
    },
  };
}
