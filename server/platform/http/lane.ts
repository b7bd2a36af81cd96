/** Few at once, a short queue for the others, and turns among those who wait. */
import { busyProblem } from './busy.ts';

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
};

const RETRY_AFTER_SECONDS = 5;

/** A round of the event loop accepts one connection: so many rounds may pass with new requests alone before the next of the queue begins. */
const MAX_ROUNDS = 250;

type Waiter = { client: string; begin: () => void; timer: NodeJS.Timeout };

export function createLane({ running: maxRunning, waiting: maxWaiting, each, waitMs }: LaneLimits): Lane {
  /** Who waits, by client; the client whose turn is next stands first. */
  const queue = new Map<string, Waiter[]>();
  const shares = new Map<string, number>();
  let running = 0;
  let waiting = 0;
  let isStarting = false;
  /** Whether a request has come in this round of the event loop. */
  let hasCome = false;

  function leave(client: string): void {
    const left = (shares.get(client) ?? 1) - 1;
    if (left === 0) shares.delete(client);
    else shares.set(client, left);
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

  /** One at a time, once a round of the event loop brings no further request: whatever has come is served, queued or refused between. */
  function startSoon(): void {
    if (isStarting || waiting === 0) return;
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
      if (!next || running >= maxRunning) return;
      take(next);
      next.begin();
      startSoon();
    };
    setImmediate(() => setImmediate(start));
  }

  return {
    async enter(client) {
      hasCome = true;
      const share = shares.get(client) ?? 0;
      const mustWait = running >= maxRunning || waiting > 0;
      if (share >= each || (mustWait && waiting >= maxWaiting)) throw busyProblem(RETRY_AFTER_SECONDS);
      shares.set(client, share + 1);
      if (!mustWait) {
        running += 1;
        return begin(client);
      }
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
          reject(busyProblem(RETRY_AFTER_SECONDS));
        }, waitMs),
      };
      queue.set(client, [...(queue.get(client) ?? []), waiter]);
      waiting += 1;
      startSoon();
      return promise;
    },
  };
}
