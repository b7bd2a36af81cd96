/** The shop as visitors get it, in a folder of its own that goes when it ends: the demo collection and the pieces of the tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { specimenInput } from '#contract/specimens.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { loadDemoOnce } from '#server/features/demo/demo.service.ts';
import { listSpecimens } from '#server/features/specimens/catalogue/specimens.service.ts';
import { createSpecimen } from '#server/features/specimens/editing/adding.service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openMediaStore } from '#server/platform/storage/open.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
import { newBacking } from './e2e-backing.ts';
import { type PieceName, pieces, projects, titleOf } from './e2e-pieces.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-e2e-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

const environment = { DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
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
Object.assign(process.env, environment, unset, await newBacking(process.env));

await addPieces();
await import('../../scripts/start.ts');

/** Before the shop opens, so that it needs no way in for tests. Older than the demo, which keeps the gallery's first page. */
async function addPieces(): Promise<void> {
  const config = readConfig(process.env);
  const { db, dialect, close } = await openDatabase(config);
  await prepareDatabase({ db, dialect });
  const mediaStore = await openMediaStore(config);
  const { app, ctx } = await buildApp({ config, db, dialect, mediaStore, clock: systemClock, invalidateCache: () => {} });
  await loadDemoOnce(ctx);
  const [model] = (await listSpecimens(ctx, { search: 'quartz arkansas', limit: 1 }, { hidden: false })).specimens;
  if (!model) throw new Error('The demo collection lacks the specimen whose picture the pieces of the tests borrow');
  const media = [{ mediaId: model.main.id, alt: model.main.alt, light: null }];
  for (const project of projects) {
    for (const name of Object.keys(pieces) as PieceName[]) {
      const input = specimenInput.parse({
        category: 'Minerals',
        forSale: true,
        description: 'Made for a test.',
        ...pieces[name],
        title: titleOf(name, project),
      });
      await createSpecimen(ctx, input, media, { createdAt: '2020-01-01T12:00:00.000Z', actor: 'system' });
    }
  }
  await app.close();
  await close();
}
