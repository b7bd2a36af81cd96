/** What a shop of the end-to-end tests has when it opens: the demo collection and the pieces of the tests. */
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import { buildApp } from '#core/server/app.ts';
import { createSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { listSpecimens } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { readConfig } from '#core/server/config.ts';
import type { JobKind } from '#core/server/media/files/jobs/media-jobs.queries.ts';
import { runDueJobs } from '#core/server/media/files/jobs/media-worker.service.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { loadDemoOnce } from '#core/server/transfer/demo/demo.service.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/db/open.ts';
import { openMediaStore } from '#platform/storage/open.ts';
import { type PieceName, pieces, projects, titleOf } from './e2e-pieces.ts';

/**
 * Loads the demo and adds the pieces into the empty shop that the environment names, before it opens, so that it needs no way in for tests.
 * They are older than the demo, which keeps the gallery's first page.
 */
export async function fillShop(): Promise<void> {
  const config = readConfig(process.env);
  const { db, dialect, close } = await openDatabase(config);
  await prepareDatabase({ db, dialect });
  const mediaStore = await openMediaStore(config);
  const { app, ctx } = await buildApp({
    config,
    db,
    dialect,
    mediaStore,
    clock: systemClock,
    invalidateCache: () => {},
  });
  await loadDemoOnce(ctx);
  const [model] = (
    await listSpecimens(ctx, { search: 'quartz arkansas', limit: 1 }, { hidden: false })
  ).specimens;
  if (!model)
    throw new Error(
      'The demo collection lacks the specimen whose picture the pieces of the tests borrow',
    );
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
      await createSpecimen(ctx, input, media, {
        createdAt: '2020-01-01T12:00:00.000Z',
        actor: 'system',
      });
    }
  }
  // Else each shop that begins with a copy would do this work again.
  const kinds = [
    'renditions',
    'colours',
    ...pluggedInto('mediaJobs').flatMap(Object.keys),
  ] as JobKind[];
  for (const kind of kinds) await runDueJobs(ctx, kind, new AbortController().signal);
  await app.close();
  await close();
}
