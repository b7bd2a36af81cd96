/**
 * The shop as visitors get it, in a folder of its own that goes when it ends: the demo collection and the pieces of the tests.
 * With `E2E_PREPARED`, the first of a run leaves a copy of its folder there while it runs, with which the others begin: filling one takes as
 * long as starting it. With `E2E_EMPTY` there is nothing in it, as in a new shop.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, builtShop } from '../../scripts/build.ts';
import { newBacking } from './e2e-backing.ts';

// As the shop does for what it loads itself.
enableCompileCache(path.join(import.meta.dirname, '../../.cache/compiled'));

const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-e2e-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

const isEmpty = process.env.E2E_EMPTY !== undefined;
const environment = {
  DATA_DIR: dataDir,
  DEMO: isEmpty ? 'off' : 'on',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  PICTURE_EFFORT: '0',
};
// What a developer has set for a shop of his own must not reach this one.
const unset = {
  HOST: '',
  PUBLIC_URL: '',
  ADMIN_USER: '',
  ADMIN_PASSWORD: '',
  TRUST_PROXY: '',
  // A test that reads its mails in the outbox needs no server that takes them.
  SMTP_URL: process.env.TEST_SMTP_URL ?? '',
  METRICS_PORT: '',
  CDN_SECONDS: '',
};
const backing = await newBacking(process.env);
Object.assign(process.env, environment, unset, backing);

// Where all data are in the folder.
const prepared = backing.DATABASE_URL === '' ? process.env.E2E_PREPARED : undefined;
if (prepared && existsSync(prepared) && !isEmpty) cpSync(prepared, dataDir, { recursive: true });
else if (!isEmpty) {
  const { fillShop } = await import('./e2e-filling.ts');
  await fillShop();
  if (prepared) {
    process.on('exit', () => rmSync(prepared, { recursive: true, force: true }));
    cpSync(dataDir, prepared, { recursive: true });
  }
}
// Not by `npm start`, which goes on in place of the process that it began as: nothing that is to be done at the end of this one would be done.
buildIfStale();
await import(pathToFileURL(builtShop).href);
