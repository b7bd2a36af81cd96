/** How far the owner has come on the way through the first steps. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FirstStepName, firstStepNames, openSteps, stepState } from '#contract/admin/first-step-rules.ts';
import type { FirstSteps } from '#contract/admin/first-steps.ts';
import { writeSetting } from '#server/features/admin/settings/settings.service.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const read = async (browser = admin): Promise<FirstSteps> => (await browser.get('/api/manage/first-steps')).json();
  const skip = (step: string, browser = admin) => browser.post(`/api/manage/first-steps/${step}/skip`);
  const stateOf = async (step: FirstStepName) => stepState(await read(), step);

  test('a new shop has all steps before it', async () => {
    expect(openSteps(await read())).toEqual(firstStepNames);
  });

  test('a skipped step is skipped on every device, also when it is skipped twice, and says so at once', async () => {
    const rest = firstStepNames.filter((step) => step !== 'email');
    for (const _ of [1, 2]) {
      const response = await skip('email');
      expect([response.statusCode, openSteps(response.json())]).toEqual([200, rest]);
    }
    const otherDevice = await read(await shop.admin());
    expect([openSteps(otherDevice), otherDevice.skipped]).toEqual([rest, ['email']]);
  });

  test('a skipped step is done as soon as it is, wherever that was', async () => {
    await skip('shipping');
    await writeSetting(shop.ctx, 'legal', { shipping: 'Within the US.', returns: '', privacy: '' });
    expect(await stateOf('shipping')).toBe('skipped');
    await writeSetting(shop.ctx, 'legal', { shipping: 'Within the US.', returns: 'Within 14 days.', privacy: '' });
    expect(await stateOf('shipping')).toBe('done');
  });

  test('what is no step cannot be skipped, and only the owner skips one', async () => {
    expect((await skip('prices')).statusCode).toBe(400);
    const response = await skip('payment', shop.visitor());
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized']);
    expect(await stateOf('payment')).toBe('open');
  });

  test('a name of its own or a logo makes the shop the owner’s', async () => {
    expect((await read()).named).toBe(false);
    await writeSetting(shop.ctx, 'general', { siteTitle: 'Kluft' });
    expect((await read()).named).toBe(true);
    await writeSetting(shop.ctx, 'general', { siteTitle: 'Druse' });
    expect((await read()).named).toBe(false);
    const picture = await addPicture(shop.ctx);
    const logo = { kind: 'picture', id: picture, width: 1600, height: 1200, widths: [320], placeholder: 'data:,', complete: true };
    await writeSetting(shop.ctx, 'general', { logo: { ...logo, alt: '', light: null } });
    expect((await read()).named).toBe(true);
  });

  test('email is set up with an address of the owner’s and a mail server, not with one of both', async () => {
    const sending = await makeApp(database, { config: { smtpUrl: 'smtp://mail.example' } });
    const sendingAdmin = await sending.admin();
    expect(stepState(await read(sendingAdmin), 'email')).toBe('skipped');
    await writeSetting(shop.ctx, 'general', { contactEmail: 'eva@kluft.example' });
    expect(stepState(await read(sendingAdmin), 'email')).toBe('done');
    expect(await stateOf('email')).toBe('skipped');
    await sending.app.close();
  });

  test('pieces count once visitors can buy them, and go on counting when they are sold', async () => {
    await addSpecimens(shop.ctx, [
      {},
      { quantity: 5 },
      { status: 'sold', forSale: false },
      { visible: false },
      { forSale: false },
      { price: 'Price on request' },
      { price: null },
    ]);
    expect((await read()).onSale).toBe(3);
    await addSpecimens(
      shop.ctx,
      Array.from({ length: 6 }, () => ({})),
    );
    expect([(await read()).onSale, await stateOf('pieces')]).toEqual([9, 'open']);
    await addSpecimens(shop.ctx, [{}]);
    expect([(await read()).onSale, await stateOf('pieces')]).toEqual([10, 'done']);
  });
});
