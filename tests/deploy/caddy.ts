/** The Caddyfile as it is shipped, started in front of processes of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject, vi } from 'vitest';
import { freePort } from '../support/postgres-server.ts';

export const WAIT = { timeout: 120_000, interval: 200 };

export type FrontDoor = {
  origin: string;
  /** Where the processes behind it must listen. */
  ports: number[];
  /** @returns the certificate of its own authority. */
  start(): Promise<Buffer>;
  stop(): void;
};

/** @param processes how many stand behind it; they are told its origin before it is started. */
export async function proxyFor(processes: number): Promise<FrontDoor> {
  const [http = 0, https = 0, ...ports] = await Promise.all(
    Array.from({ length: processes + 2 }, freePort),
  );
  const origin = `https://localhost:${https}`;
  const folder = mkdtempSync(path.join(inject('runFolder'), 'caddy-'));
  let caddy: ChildProcess | undefined;
  return {
    origin,
    ports,
    start() {
      // Only what belongs to this machine: other ports, its own authority, nothing installed. The shipped file is imported as it is.
      const own = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\nimport ${path.resolve('deploy/Caddyfile')}\n`;
      writeFileSync(path.join(folder, 'Caddyfile'), own);
      const SHOPS = ports.map((port) => `127.0.0.1:${port}`).join(' ');
      const env = { ...process.env, DOMAIN: origin, SHOPS, XDG_DATA_HOME: folder, HOME: folder };
      const child = spawn('caddy', ['run', '--config', path.join(folder, 'Caddyfile')], {
        env,
        stdio: 'ignore',
      });
      caddy = child;
      const failure = new Promise<never>((_, reject) => {
        child.once('error', ({ message }) =>
          reject(new Error(`Caddy does not start (${message}). On Debian: apt-get install caddy`)),
        );
      });
      const certificate = vi.waitFor(
        () => readFileSync(path.join(folder, 'caddy/pki/authorities/local/root.crt')),
        WAIT,
      );
      return Promise.race([certificate, failure]);
    },
    stop: () => void caddy?.kill('SIGTERM'),
  };
}
