import { queueFull } from './busy.ts';

export type LaneLimits = {
  running: number;
  waiting: number;
  /** Running and waiting of one client. */
  each: number;
  waitMs: number;
};

export type Lane = {
  /**
   * Waits for a turn.
   * @returns ends it; repeated calls do nothing.
   * @throws Problem unavailable if the queue or the client's share of it is full, or it takes too
   * long.
   */
  enter(client: string): Promise<() => void>;
  refuses(client: string): boolean;
  /**
   * A connection or its first request came in this round of the event loop: nobody begins in it.
   */
  defer(): void;
  isBusy(): boolean;
  onLeave(listener: () => void): void;
};

/**
 * Each round of the event loop accepts one connection: this many may pass with new requests alone.
 */
const MAX_ROUNDS = 250;
/** After the lane before held this one back so long, one begins all the same. */
const MAX_HELD_MS = 250;

type Waiter = { client: string; begin: () => void; timer: NodeJS.Timeout };

/** @param before a lane with priority: while it is busy, this one is held back. */
export function createLane(
  { running: maxRunning, waiting: maxWaiting, each, waitMs }: LaneLimits,
  before?: Lane,
): Lane {
  /** The client whose turn is next comes first. */
  const queue = new Map<string, Waiter[]>();
  const shares = new Map<string, number>();
  let running = 0;
  let waiting = 0;
  let isStarting = false;
  let hasCome = false;
  let heldSince: number | null = null;
  const leaveListeners: (() => void)[] = [];

  function leave(client: string): void {
    const left = (shares.get(client) ?? 1) - 1;
    if (left === 0) shares.delete(client);
    else shares.set(client, left);
    for (const listener of leaveListeners) listener();
  }

  function isHeld(): boolean {
    const isFirstIn = before?.isBusy() ?? false;
    if (isFirstIn && heldSince === null) heldSince = performance.now();
    if (isFirstIn && heldSince !== null && performance.now() - heldSince < MAX_HELD_MS) return true;
    heldSince = null;
    return false;
  }

  function begin(client: string): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      leave(client);
      startSoon();
    };
  }

  function take(waiter: Waiter): void {
    const line = queue.get(waiter.client) ?? [];
    const others = line.filter((one) => one !== waiter);
    queue.delete(waiter.client);
    // To the end: the other clients come first.
    if (others.length > 0) queue.set(waiter.client, others);
    waiting -= 1;
    clearTimeout(waiter.timer);
  }

  /**
   * Starts one at a time, once a round of the event loop brings nobody else, so a probe that comes
   * with a flood does not wait for work begun before it was accepted.
   */
  function startSoon(): void {
    if (isStarting || waiting === 0 || running >= maxRunning) return;
    isStarting = true;
    let rounds = 0;
    const start = () => {
      rounds += 1;
      if (hasCome && rounds < MAX_ROUNDS) {
        hasCome = false;
        setImmediate(start);
        return;
      }
      isStarting = false;
      const [next] = queue.values().next().value ?? [];
      if (!next || running >= maxRunning || isHeld()) return;
      take(next);
      next.begin();
      startSoon();
    };
    setImmediate(() => setImmediate(start));
  }

  const refuses = (client: string) =>
    (shares.get(client) ?? 0) >= each || running + waiting >= maxRunning + maxWaiting;
  const defer = () => {
    hasCome = true;
  };
  before?.onLeave(startSoon);

  return {
    refuses,
    defer,
    isBusy: () => running + waiting > 0,
    onLeave: (listener) => void leaveListeners.push(listener),
    async enter(client) {
      if (refuses(client)) throw queueFull;
      shares.set(client, (shares.get(client) ?? 0) + 1);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const waiter: Waiter = {
        client,
        begin: () => {
          running += 1;
          resolve(begin(client));
        },
        timer: setTimeout(() => {
          take(waiter);
          leave(client);
          reject(queueFull);
        }, waitMs),
      };
      queue.set(client, [...(queue.get(client) ?? []), waiter]);
      waiting += 1;
      startSoon();
      return promise;
    },
  };
}
