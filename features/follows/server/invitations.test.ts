/** How visitors are invited to hear of new pieces, as the server draws it. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { createPageApi, Reading } from '#core/server/storefront/pages/page-api.ts';
import { createBuiltRenderer } from '#platform/rendering/renderer.ts';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { root } from '#tests/support/imports.ts';
import { builtShop } from '#tests/support/shop-process.ts';

test('a shop that sends email offers an alert, and one that sends none its feed, also while it is empty', async () => {
  await builtShop();
  const database = await makeSqlite();
  const renderer = await createBuiltRenderer(path.join(root, 'dist'));
  const galleryOf = async (smtpUrl: string | null) => {
    const { app, ctx } = await makeApp(database, { config: { smtpUrl } });
    const { html } = await renderer.render('/', {
      api: createPageApi(ctx, new Reading()),
      origin: 'https://druse.example',
      shell: false,
    });
    await app.close();
    return /<section id="gallery".*?<\/section>/s.exec(html)?.[0] ?? '';
  };
  const [sending, silent] = [await galleryOf('smtp://mail.example'), await galleryOf(null)];
  expect([sending.includes('Get an alert when one comes in'), sending.includes('by feed')]).toEqual(
    [true, false],
  );
  expect([silent.includes('Get an alert'), silent.includes('Follow new pieces by feed')]).toEqual([
    false,
    true,
  ]);
  await renderer.close();
  await database.close();
});
