import type { Page } from '@playwright/test';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { pressMiddle } from '#tests/e2e/press-middle.ts';
import { ADMIN, expect, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { addSpecimen, pictureFile } from '#tests/support/e2e-specimens.ts';

const test = testWithOwnShop({ E2E_EMPTY: 'yes' });

const step = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** Presses the button or link that goes on, and is at the next step's headline. */
async function goOn(page: Page, role: 'link' | 'button', press: string, next: string) {
  await pressMiddle(page.getByRole(role, { name: press, exact: true }));
  await expect(step(page, next)).toBeFocused();
}

test('the owner of an empty shop is led in five steps to ten pieces on sale', {
  tag: '@journey',
}, async ({ page, context, otherBrowser }) => {
  const visitor = await (await otherBrowser()).newPage();
  await visitor.goto('/');
  await expect(
    visitor.getByText('There are currently no specimens in the collection.'),
  ).toBeVisible();

  await page.goto('/');
  await pressMiddle(
    page
      .getByRole('region', { name: 'Welcome to your shop' })
      .getByRole('button', { name: 'Log in' }),
  );
  const login = page.getByRole('dialog', { name: 'Administrator Login' });
  await login.getByLabel('Username').fill(ADMIN.username);
  await login.getByLabel('Password').fill(ADMIN.password);
  await pressMiddle(login.getByRole('button', { name: 'Login' }));
  await pressMiddle(
    page
      .getByRole('region', { name: 'Welcome to your shop' })
      .getByRole('link', { name: 'First steps' }),
  );
  await expect(step(page, 'First steps')).toBeVisible();
  await expectNoViolations(page);
  await goOn(page, 'link', 'Begin', 'Name and logo');

  const seen = page.getByRole('region', { name: 'What visitors see' });
  await page.getByLabel('Site Title').fill('Kluft');
  await expect(seen).toContainText('Kluft – Gems and Minerals');
  await expect(toastOn(page)).toHaveText(/Settings Updated/);
  await expectNoViolations(page);
  await goOn(page, 'link', 'Next: How buyers pay', 'How buyers pay');

  await goOn(page, 'button', 'Skip this step', 'How pieces ship');
  await page.getByLabel('Shipping charge for a cart').selectOption('flat');
  await page.getByLabel('Shipping per order').fill('15');
  await expect(seen).toContainText('Shipping is $15.00 for every order');
  await page
    .getByRole('textbox', { name: 'Shipping' })
    .last()
    .fill('Within the US, in three days.');
  await expect(page.getByRole('button', { name: 'Skip this step' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Returns' }).fill('Within 14 days.');
  await expect(seen.getByRole('link', { name: 'Returns' })).toBeVisible();
  await goOn(page, 'link', 'Next: Your shop’s email', 'Your shop’s email');

  // As the first buyer gets it, in the shop’s name.
  const mail = page.frameLocator('iframe[title="An order confirmation, as your buyers get it"]');
  await expect(mail.getByText('Kluft').first()).toBeVisible();
  await expect(mail.getByRole('link')).toHaveCount(0);
  // Nothing of it has to be scrolled to, not even in a window that got narrower.
  const ofMail = (side: 'clientWidth' | 'clientHeight' | 'scrollHeight') =>
    mail.locator('html').evaluate((html, name) => html[name], side);
  const isWhole = async () => (await ofMail('scrollHeight')) === (await ofMail('clientHeight'));
  await expect.poll(isWhole).toBe(true);
  const window = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => ofMail('clientWidth')).toBeLessThan(390);
  await expect.poll(isWhole).toBe(true);
  await page.setViewportSize(window);

  // Put off here, it goes on there: what was skipped, too.
  const phone = await otherBrowser();
  await phone.request.post('/api/auth/login', { data: ADMIN });
  const onPhone = await phone.newPage();
  await onPhone.goto('/manage');
  const line = onPhone.getByRole('region', { name: 'First steps' });
  await expect(line).toContainText('3 of 5 behind you.');
  await onPhone.goto('/manage?step=overview');
  await expect(onPhone.getByRole('listitem').filter({ hasText: 'How buyers pay' })).toContainText(
    'Skipped',
  );
  await pressMiddle(onPhone.getByRole('link', { name: 'Go on: Your shop’s email' }));
  await expect(step(onPhone, 'Your shop’s email')).toBeVisible();
  await pressMiddle(onPhone.getByRole('button', { name: 'Skip this step' }));
  await expect(step(onPhone, 'Your first pieces')).toBeVisible();

  // Gone back to: what was skipped is done after all.
  const steps = page.getByRole('navigation', { name: 'First steps' });
  await steps.getByRole('link', { name: 'Payment (skipped)' }).press('Enter');
  await expect(step(page, 'How buyers pay')).toBeFocused();
  await page.getByLabel('Venmo Username').fill('kluft');
  await expect(seen).toContainText('pay via Venmo to @kluft');
  await pressMiddle(steps.getByRole('link', { name: 'Email' }));
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(leaving).toContainText('Your Venmo settings aren’t saved yet.');
  await pressMiddle(leaving.getByRole('button', { name: 'Stay' }));
  await pressMiddle(page.getByRole('button', { name: 'Save Venmo Settings' }));
  await expect(steps.getByRole('link', { name: 'Payment (done)' })).toBeVisible();
  await page.goBack();
  await expect(step(page, 'Your shop’s email')).toBeVisible();
  // It moves what stands beneath it.
  await expect(mail.getByText('Kluft').first()).toBeVisible();
  await expect.poll(isWhole).toBe(true);
  await goOn(page, 'link', 'Next: Your first pieces', 'Your first pieces');
  await expect(page.getByRole('status').filter({ hasText: 'on sale' })).toHaveText(
    '0 of 10 pieces on sale',
  );
  for (const way of [
    'Photos with label cards',
    'Photos alone',
    'A price list',
    'One piece by hand',
  ])
    await expect(page.getByRole('link', { name: way })).toBeVisible();
  await expectNoViolations(page);

  await pressMiddle(page.getByRole('link', { name: 'One piece by hand' }));
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('quartz.jpg'));
  await page.getByLabel('Title').fill('Smoky quartz');
  await page.getByLabel('Price ($)', { exact: true }).fill('120');
  await pressMiddle(page.getByRole('switch', { name: 'List for sale' }));
  await pressMiddle(page.getByRole('button', { name: 'Upload Specimen' }));
  await expect(toastOn(page)).toContainText('Smoky quartz');
  for (let piece = 2; piece <= 9; piece++)
    await addSpecimen(context, {
      title: `Quartz ${piece}`,
      price: '80',
      shippingPrice: '9',
      forSale: true,
      visible: true,
    });
  await page.goto('/manage?step=pieces');
  await expect(page.getByRole('button', { name: 'Finish with 9 pieces' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(9);
  await addSpecimen(context, {
    title: 'Quartz 10',
    price: '80',
    shippingPrice: '9',
    forSale: true,
    visible: true,
  });
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'on sale' })).toHaveText(
    '10 pieces on sale',
  );
  await goOn(page, 'link', 'Finish', 'Your shop is open');
  await expect(page.getByText('10 pieces are on sale.')).toBeVisible();
  await page.goto('/manage');
  await expect(page.getByRole('heading', { name: 'Manage Your Collection' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toContainText(
    '5 of 5 behind you. The password is still the demo’s.',
  );
  await pressMiddle(page.getByRole('button', { name: 'First steps' }));
  await pressMiddle(page.getByRole('link', { name: 'Make this shop yours' }));
  const password = page.getByRole('form', { name: 'Change password' });
  await password.getByLabel('Current Password').fill(ADMIN.password);
  await password.getByLabel('New Password', { exact: true }).fill('a-better-password');
  await password.getByLabel('Repeat New Password').fill('a-better-password');
  await pressMiddle(password.getByRole('button', { name: 'Change Password' }));
  await expect(password).toBeHidden();
  await page.goto('/manage');
  await expect(page.getByRole('heading', { name: 'Manage Your Collection' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);

  await visitor.reload();
  await expect(visitor.getByRole('article')).toHaveCount(10);
  await visitor.goto('/manage?step=payment');
  await expect(visitor.getByRole('dialog', { name: 'Administrator Login' })).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'How buyers pay' })).toHaveCount(0);
});
