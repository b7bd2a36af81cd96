/** Shops that end-to-end tests have to themselves, each a process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

type Shop = { origin: string; stop: () => Promise<void> };

/** Starts one at a free port, with the demo. */
async function startShop(environment: Record<string, string>): Promise<Shop> {
  const child = spawn(process.execPath, ['tests/support/e2e-server.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', ...environment },
  });
  const { promise: opened, resolve, reject } = Promise.withResolvers<string>();
  const closed = once(child, 'close');
  let printed = '';
  const read = (data: Buffer) => {
    printed += data;
    const origin = /Druse is open at (http\S+)/.exec(printed)?.[1];
    if (origin) resolve(origin);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  closed.then(() => reject(new Error(`The shop did not start:\n${printed}`)), reject);
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  return { origin: await opened, stop };
}

/**
 * The own shops of one worker, which come one after the other: the tests of a file run one after the other.
 * A fixture of each worker would be shorter, but Playwright starts another worker, with another browser, for tests with other such fixtures.
 */
export class OwnShops {
  #key = '';
  #shop: Promise<Shop> | undefined;

  /** @returns the origin of the file's shop with this environment, which is started for its first test. */
  async of(file: string, environment: Record<string, string>): Promise<string> {
    const key = JSON.stringify([file, environment]);
    if (key !== this.#key) await this.stop();
    this.#key = key;
    this.#shop ??= startShop(environment);
    return (await this.#shop).origin;
  }

  async stop(): Promise<void> {
    const running = this.#shop;
    this.#shop = undefined;
    // One that did not start has failed its test.
    await running?.then(
      (shop) => shop.stop(),
      () => {},
    );
  }
}
