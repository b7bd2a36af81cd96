/** How far the owner has come on the way through the first steps. */
import { expect, test } from 'vitest';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import {
  type FirstStepName,
  firstStepNames,
  openSteps,
  stepState,
} from '#features/first-steps/contract/first-step-rules.ts';
import type { FirstSteps } from '#features/first-steps/contract/first-steps.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';

onEveryDatabase((makeDatabase) => {
  const here = suiteShop(makeDatabase);
  const read = async (browser = here.admin): Promise<FirstSteps> =>
    (await browser.get('/api/manage/first-steps')).json();
  const skip = (step: string, browser = here.admin) =>
    browser.post(`/api/manage/first-steps/${step}/skip`);
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
    const otherDevice = await read(await here.shop.admin());
    expect([openSteps(otherDevice), otherDevice.skipped]).toEqual([rest, ['email']]);
  });

  test('a skipped step is done as soon as it is, wherever that was', async () => {
    await skip('shipping');
    await writeSetting(here.shop.ctx, 'legal', {
      shipping: 'Within the US.',
      returns: '',
      privacy: '',
    });
    expect(await stateOf('shipping')).toBe('skipped');
    await writeSetting(here.shop.ctx, 'legal', {
      shipping: 'Within the US.',
      returns: 'Within 14 days.',
      privacy: '',
    });
    expect(await stateOf('shipping')).toBe('done');
  });

  test('what is no step cannot be skipped, and only the owner skips one', async () => {
    expect((await skip('prices')).statusCode).toBe(400);
    const response = await skip('payment', here.shop.visitor());
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized']);
    expect(await stateOf('payment')).toBe('open');
  });

  test('a name of its own or a logo makes the shop the owner’s', async () => {
    expect((await read()).named).toBe(false);
    await writeSetting(here.shop.ctx, 'general', { siteTitle: 'Kluft' });
    expect((await read()).named).toBe(true);
    await writeSetting(here.shop.ctx, 'general', { siteTitle: 'Druse' });
    expect((await read()).named).toBe(false);
    const picture = await addPicture(here.shop.ctx);
    const logo = {
      kind: 'picture',
      id: picture,
      width: 1600,
      height: 1200,
      widths: [320],
      placeholder: 'data:,',
      complete: true,
    };
    await writeSetting(here.shop.ctx, 'general', { logo: { ...logo, alt: '', light: null } });
    expect((await read()).named).toBe(true);
  });

  test('email is set up with an address of the owner’s and a mail server, not with one of both', async () => {
    const sending = await makeApp(here.database, { config: { smtpUrl: 'smtp://mail.example' } });
    const sendingAdmin = await sending.admin();
    expect(stepState(await read(sendingAdmin), 'email')).toBe('skipped');
    await writeSetting(here.shop.ctx, 'general', { contactEmail: 'eva@kluft.example' });
    expect(stepState(await read(sendingAdmin), 'email')).toBe('done');
    expect(await stateOf('email')).toBe('skipped');
    await sending.app.close();
  });

  test('pieces count once visitors can buy them, and go on counting when they are sold', async () => {
    await addSpecimens(here.shop.ctx, [
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
      here.shop.ctx,
      Array.from({ length: 6 }, () => ({})),
    );
    expect([(await read()).onSale, await stateOf('pieces')]).toEqual([9, 'open']);
    await addSpecimens(here.shop.ctx, [{}]);
    expect([(await read()).onSale, await stateOf('pieces')]).toEqual([10, 'done']);
  });
});
