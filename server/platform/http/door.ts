/**
 * Where what costs more than a glance waits until everybody has arrived, and then goes in by a few: a round of the event loop accepts one connection, and
 * reads what has come on each, whatever else it does.
 */

/** Rounds that may pass with new connections alone. */
const MAX_ROUNDS = 1_000;
/** Let in between two rounds. */
const AT_ONCE = 4;

export type Door = {
  /** Lets somebody in once a round has brought no new connection; those who came first go first. */
  pass(enter: () => void): void;
  /** Says that a connection has come in this round. */
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
    // Those who are still there do not wait for whom the next rounds bring.
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
