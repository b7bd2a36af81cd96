/** Few at once, a short queue for the others, and turns among those who wait. */
import { queueFull } from './busy.ts';

export type LaneLimits = {
  /** At once. */
  running: number;
  /** In the queue. */
  waiting: number;
  /** Running and waiting of one client. */
  each: number;
  /** In the queue at most. */
  waitMs: number;
};

export type Lane = {
  /** Waits for a turn. @returns ends it; repeated calls do nothing. @throws Problem unavailable if the queue or the client's share of it is full, or it takes too long. */
  enter(client: string): Promise<() => void>;
  /** Whether there is no room for one more request of the client. */
  refuses(client: string): boolean;
  /** Says that a connection or its first request has come in this round of the event loop: nobody begins in it. */
  defer(): void;
  /** Whether any request is running or waiting. */
  isBusy(): boolean;
  /** Calls the listener whenever a request has left. */
  onLeave(listener: () => void): void;
};

/** A round of the event loop accepts one connection: this many rounds may pass with new requests alone before one of them begins. */
const MAX_ROUNDS = 250;
/** How long the lane before this one may hold it back; then one begins all the same. */
const MAX_HELD_MS = 250;

type Waiter = { client: string; begin: () => void; timer: NodeJS.Timeout };

/** @param before a lane with priority: while it is busy, this one is held back. */
export function createLane({ running: maxRunning, waiting: maxWaiting, each, waitMs }: LaneLimits, before?: Lane): Lane {
  /** Who waits, by client; the client whose turn is next comes first. */
  const queue = new Map<string, Waiter[]>();
  const shares = new Map<string, number>();
  let running = 0;
  let waiting = 0;
  let isStarting = false;
  /** Whether a connection or its first request has come in this round of the event loop. */
  let hasCome = false;
  /** When the lane before this one began to hold it back. */
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
   * One at a time, once a round of the event loop brings nobody else: whatever has come is served, queued or refused between. So a probe
   * that comes with a flood does not wait for work that was begun before it was accepted.
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

  const refuses = (client: string) => (shares.get(client) ?? 0) >= each || running + waiting >= maxRunning + maxWaiting;
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
