import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { buildIfStale } from '../../scripts/build.ts';
import { sqliteTemplate } from './databases.ts';
import { onceInRun } from './once-in-run.ts';

const root = path.join(import.meta.dirname, '../..');
/** Where the shop caches its compiled modules; the scripts start in half the time with it. */
export const NODE_COMPILE_CACHE = path.join(root, '.cache/compiled');

/** The shop as its own process, as an operator starts it. */
export type ShopProcess = {
  child: ChildProcess;
  /** Everything printed so far. */
  printed(): string;
  /** The exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
};

/**
 * Runs a script of the shop with only this environment: no demo, its own data folder, any free port, limits on.
 * @param script relative to the package, with its arguments.
 */
export function runShop(environment: Record<string, string>, script: string[]): ShopProcess {
  const defaults = {
    DATA_DIR: newDataDir(),
    DEMO: 'off',
    PORT: '0',
    PICTURE_EFFORT: '0',
    NODE_NO_WARNINGS: '1',
    NODE_COMPILE_CACHE,
  };
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    ...defaults,
    ...environment,
  };
  const child = spawn(process.execPath, script, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
  const ended = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? '')),
  );
  return { child, printed: () => text, ended };
}

export const newDataDir = () => mkdtempSync(path.join(inject('runFolder'), 'data-'));

/** A data folder whose database has its tables and nothing else: to make them takes a third of the processor time of a first start. */
export async function preparedDataDir(): Promise<string> {
  const dataDir = newDataDir();
  copyFileSync(await sqliteTemplate(), path.join(dataDir, 'shop.db'));
  return dataDir;
}

/** The script of the built shop, which `npm start` runs: from its sources a start takes half as much processor time again. Built once in a run, with the pages, where it is stale. */
export const builtShop = (): Promise<string> =>
  onceInRun(inject('runFolder'), 'built-shop', async () => {
    buildIfStale();
    return 'dist/shop/main.js';
  });

/** Starts the shop and waits until it says where it is. @returns its origin. @throws Error with what it printed where it ends instead. */
export async function startShop(
  environment: Record<string, string> = {},
  script?: string,
): Promise<ShopProcess & { origin: string }> {
  // From its sources it needs the built pages too.
  const built = await builtShop();
  const shop = runShop(environment, [script ?? built]);
  const isOver = shop.ended.then(() => true);
  for (;;) {
    const origin = /Druse is open at (http\S+)/.exec(shop.printed())?.[1];
    if (origin) return { ...shop, origin };
    const pause = new Promise<false>((resolve) => setTimeout(() => resolve(false), 10));
    if (await Promise.race([isOver, pause]))
      throw new Error(`The shop did not start:\n${shop.printed()}`);
  }
}
