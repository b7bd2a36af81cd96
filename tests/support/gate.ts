/** A TCP proxy to servers on this machine, whose target a test can change: a floating IP address, or a load balancer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/**
 * Where a connection freezes. `connect`: nothing of a new one passes; `auth`: the server's first word passes and not the rest; `query`: what is
 * sent over an open one does not arrive; `reading`: it arrives, and the response breaks off in the middle.
 */
export type FrozenPhase = 'connect' | 'auth' | 'query' | 'reading';

/** How many bytes still pass in each direction. */
const passing: Record<FrozenPhase, { inward: number; outward: number }> = {
  connect: { inward: 0, outward: 0 },
  auth: { inward: Number.POSITIVE_INFINITY, outward: 9 },
  query: { inward: 0, outward: 0 },
  reading: { inward: Number.POSITIVE_INFINITY, outward: 20 },
};

export type Gate = {
  port: number;
  /** New connections go to these ports in turn. */
  leadTo(...ports: number[]): void;
  /** Cuts every connection that is open. */
  cut(): void;
  /** From now on connections stay open but stop forwarding, those to PostgreSQL in this phase. */
  freeze(phase: FrozenPhase): void;
  /** Forwards again, and first what was held back. */
  thaw(): void;
  close(): Promise<void>;
};

/** Opens a gate on a free port of the loopback. A target that refuses is a connection that is cut. */
export async function openGate(...targets: number[]): Promise<Gate> {
  const open = new Set<Socket>();
  const valves = new Set<Valve>();
  let frozen: FrozenPhase | null = null;
  let ports = targets;
  let turn = 0;
  const server = createServer((inside) => {
    const port = ports[turn++ % ports.length];
    const outside = connect({ host: '127.0.0.1', port: port ?? 0 });
    for (const [one, other, direction] of [
      [inside, outside, 'inward'],
      [outside, inside, 'outward'],
    ] as const) {
      const valve = new Valve(direction);
      if (frozen) valve.freeze(frozen);
      valves.add(valve);
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        valves.delete(valve);
        other.destroy();
      });
      one.pipe(valve).pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(...next) {
      ports = next;
    },
    cut,
    freeze(phase) {
      frozen = phase;
      if (phase === 'connect' || phase === 'auth') cut();
      for (const valve of valves) valve.freeze(phase);
    },
    thaw() {
      frozen = null;
      for (const valve of valves) valve.thaw();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One direction of a connection. */
class Valve extends Transform {
  readonly #direction: 'inward' | 'outward';
  #passes = Number.POSITIVE_INFINITY;
  #goOn: (() => void) | null = null;

  constructor(direction: 'inward' | 'outward') {
    super();
    this.#direction = direction;
  }

  freeze(phase: FrozenPhase): void {
    this.#passes = passing[phase][this.#direction];
  }

  thaw(): void {
    this.#passes = Number.POSITIVE_INFINITY;
    this.#goOn?.();
    this.#goOn = null;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const now = chunk.subarray(0, Math.min(this.#passes, chunk.length));
    this.#passes -= now.length;
    if (now.length > 0) this.push(now);
    if (now.length === chunk.length) done();
    else this.#goOn = () => done(null, chunk.subarray(now.length));
  }
}
