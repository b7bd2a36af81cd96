/**
 * The release starts, shows ten pages and takes an order. It sends nothing and settles nothing,
 * since no job runs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import type { Environment } from '#core/server/config.ts';

const START_MS = 180_000;
const PAGES = 10;
/** A piece that is shown as available may be reserved for somebody. */
const MAX_PIECES_TRIED = 5;

type Piece = { id: number; price: string | null; status: string; forSale?: boolean };

/** What must not reach the world, or would refuse a shop on the loopback. */
const ALONE = {
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: '',
  TRUST_PROXY: '0',
  RATE_LIMITS: 'off',
  DEMO: 'off',
  SMTP_URL: '',
  METRICS_PORT: '',
  DATABASE_PASSWORD: '',
};

export type Copy = {
  folder: string;
  /** Null: the data are in the folder. */
  databaseUrl: string | null;
};

/** @param release its folder. @throws Problem with what went wrong. */
export async function rehearse(
  release: string,
  copy: Copy,
  environment: Environment,
  isWhole: boolean,
): Promise<string> {
  const shop = await start(release, {
    ...environment,
    ...ALONE,
    DATABASE_URL: copy.databaseUrl ?? '',
    DATA_DIR: copy.folder,
  });
  try {
    const pieces: Piece[] = JSON.parse(await shop.read('/api/specimens'));
    const paths = pathsOf(pieces).slice(0, isWhole ? PAGES : 1);
    for (const page of paths) {
      if (!(await shop.read(page)).includes('</html>'))
        throw new Problem('state_conflict', `${page} is not whole.`);
    }
    return isWhole
      ? `${paths.length} pages, and ${await tryOrder(shop, pieces)}`
      : `${paths.length} page`;
  } catch (error) {
    throw new Problem(
      'state_conflict',
      `${error instanceof Error ? error.message : error}${shop.lastLine()}`,
    );
  } finally {
    await shop.stop();
  }
}

function pathsOf(pieces: readonly Piece[]): string[] {
  const fixed = [pages.home.path, `${pages.home.path}?search=quartz`];
  const step = Math.max(1, Math.floor(pieces.length / PAGES));
  const some = pieces.filter((_, index) => index % step === 0).map(({ id }) => `/specimen/${id}`);
  return [...fixed, ...some];
}

async function tryOrder(shop: Rehearsed, pieces: readonly Piece[]): Promise<string> {
  const buyable = pieces.filter(
    ({ forSale, status, price }) => forSale && status === 'available' && /^\d/.test(price ?? ''),
  );
  const buyer = {
    customerName: 'Rehearsal',
    customerEmail: 'rehearsal@shop.example',
    customerAddress: '1 Rehearsal Road, Butte',
  };
  let refusal = '';
  for (const { id } of buyable.slice(0, MAX_PIECES_TRIED)) {
    const body = { items: [{ specimenId: id, quantity: 1 }], ...buyer, totalAmount: '9999999.00' };
    const response = await shop.post('/api/orders', body);
    if (response.status === 201) return 'an order was taken';
    refusal = `${response.status} ${await response.text()}`;
  }
  if (refusal) throw new Problem('state_conflict', `No order was taken: ${refusal}`);
  return 'no order, since nothing is for sale';
}

type Rehearsed = {
  read(path: string): Promise<string>;
  post(path: string, body: object): Promise<Response>;
  lastLine(): string;
  stop(): Promise<void>;
};

async function start(release: string, environment: Environment): Promise<Rehearsed> {
  const { uid, gid } = statSync(environment.DATA_DIR ?? '');
  const child = spawn(path.join(release, 'node/node'), ['dist/shop/main.js', '--rehearsal'], {
    cwd: release,
    env: environment,
    // It ends with its input, so with this process, however that ends.
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  const lastLine = () =>
    printed.trim() === '' ? '' : ` It said: ${printed.trim().split('\n').slice(-3).join(' / ')}`;
  const ended = endOf(child);
  const origin = await opened(() => printed, ended);
  if (origin === null) {
    child.kill('SIGKILL');
    throw new Problem('state_conflict', `It does not start.${lastLine()}`);
  }
  return {
    async read(target) {
      const response = await fetch(origin + target);
      if (response.status !== 200)
        throw new Problem('state_conflict', `${target} returned ${response.status}.`);
      return response.text();
    },
    post: (target, body) =>
      fetch(origin + target, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin },
      }),
    lastLine,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const endOf = (child: ChildProcess) =>
  new Promise<null>((resolve) =>
    child.once('close', () => resolve(null)).once('error', () => resolve(null)),
  );

/** Where it says that it is open; null: it ended, or took too long. */
async function opened(printed: () => string, ended: Promise<null>): Promise<string | null> {
  for (const begun = performance.now(); performance.now() - begun < START_MS; ) {
    const origin = /Druse is open at (http\S+)/.exec(printed())?.[1];
    if (origin) return origin;
    const pause = new Promise<true>((resolve) => setTimeout(resolve, 50, true));
    if ((await Promise.race([ended, pause])) === null) return null;
  }
  return null;
}
