/** A TCP proxy to servers on this machine, whose target a test can change: a floating IP address, or a load balancer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Gate = {
  port: number;
  /** New connections go to these ports in turn. */
  leadTo(...ports: number[]): void;
  /** Cuts every connection that is open. */
  cut(): void;
  close(): Promise<void>;
};

/** Opens a gate on a free port of the loopback. A target that refuses is a connection that is cut. */
export async function openGate(...targets: number[]): Promise<Gate> {
  const open = new Set<Socket>();
  let ports = targets;
  let turn = 0;
  const server = createServer((inside) => {
    const port = ports[turn++ % ports.length];
    const outside = connect({ host: '127.0.0.1', port: port ?? 0 });
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
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
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
