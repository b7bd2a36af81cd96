/** A day of the owner by keyboard alone, and what a screen reader says meanwhile. */
import type { Locator, Page } from '@playwright/test';
import { expect, logIn, placeOrder } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { pictureFile } from '#tests/support/e2e-specimens.ts';
import { listenTo, NOTHING } from './listening.ts';

const test = testWithOwnShop();

/** Nobody gets further by Tab than this. */
const MAX_TABS = 150;

/** Presses Tab, or Shift+Tab, until the control has the focus. */
async function tabTo(
  page: Page,
  control: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(control.first()).toBeVisible();
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    // A robot is quicker than anyone: where a page takes away what had the focus, it has a moment to lead on.
    await page.waitForFunction(
      () => !document.hasFocus() || document.activeElement !== document.body,
    );
    if (await control.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MAX_TABS} presses of ${key} do not lead to ${control}`);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

test('a day from upload to settings goes by keyboard alone, and each thing that is done is said once', async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  test.slow();
  const sold = await piece('deskOrdered');
  const visitor = await otherBrowser();
  const { id } = await placeOrder(visitor, [sold]);
  const asking = await visitor.newPage();
  await asking.goto(`/ask/${(await piece('deskSold')).id}`);
  await asking.getByLabel('Your Name').fill('Ines Asker');
  await asking.getByLabel('Email').fill('ines@asker.example');
  await asking.getByRole('textbox', { name: 'Your Question' }).fill('Is the tip complete?');
  await asking.getByRole('button', { name: 'Send question' }).click();
  await expect(asking.getByRole('status').filter({ hasText: 'Question sent' })).toBeVisible();

  await logIn(context);
  const heard = await listenTo(page);
  const done = () =>
    heard
      .said()
      .filter((words) =>
        /Upload Successful|(Specimen|Status|Settings) Updated|Question Answered/.test(words),
      );
  const said = async (...words: string[]) => {
    await expect.poll(() => done().length).toBeGreaterThanOrEqual(words.length);
    expect(done()).toEqual(words.map((one) => expect.stringContaining(one)));
  };
  const desk = page.getByRole('navigation', { name: 'Main' });

  await page.goto('/today');
  // A page that was just loaded has the focus nowhere.
  await page.keyboard.press('Tab');
  await press(page, desk.getByRole('link', { name: 'Upload' }));
  await expect(page).toHaveURL('/upload');
  const choosing = page.waitForEvent('filechooser');
  await press(page, page.getByRole('button', { name: /main image/i }));
  await (await choosing).setFiles(await pictureFile('front.jpg'));
  await tabTo(page, page.getByRole('textbox', { name: /^Title/ }));
  await page.keyboard.type('Typed by keyboard');
  const creation = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
  await press(page, page.getByRole('button', { name: 'Upload Specimen' }));
  const created: { id: number } = await (await creation).json();
  // The banner goes after five seconds, unless its link has the focus.
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'View it' }), 'Shift+Tab');
  const log = ['Upload Successful'];
  await said(...log);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/specimen\//);
  await press(page, page.getByRole('link', { name: 'Edit Specimen' }));
  await expect(page).toHaveURL(`/edit/${created.id}`);
  await press(page, page.locator('summary', { hasText: 'Damage and repairs' }));
  await press(page, page.getByRole('button', { name: 'Add a pin in the middle' }));
  const pin = page.getByRole('button', { name: /^Pin 1 / });
  await expect(pin).toBeVisible();
  await tabTo(page, pin, 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await press(page, page.getByRole('button', { name: 'Save Changes' }));
  await expect(page).toHaveURL(/\/specimen\//);
  log.push('Specimen Updated');
  await said(...log);

  await press(page, page.getByRole('banner').getByRole('link', { name: 'Manage' }));
  await press(page, desk.getByRole('link', { name: 'Today' }));
  await press(page, page.getByRole('link', { name: /^Answer: Ines Asker/ }));
  await press(
    page,
    page
      .getByRole('article', { name: 'Question from Ines Asker' })
      .getByRole('button', { name: 'Mark answered' }),
  );
  log.push('Question Answered');
  await said(...log);
  await expect(page.locator('body')).not.toBeFocused();

  await press(page, desk.getByRole('link', { name: 'Today' }));
  // It goes as soon as Today is read again: nobody shall be on it then.
  await expect(page.getByRole('link', { name: /^Answer: Ines Asker/ })).toBeHidden();
  await press(page, page.getByRole('button', { name: `Mark paid: Order #${id}` }));
  const dialog = page.getByRole('dialog', { name: `Mark order #${id} paid` });
  await press(page, dialog.getByRole('button', { name: 'Mark paid' }));
  log.push('Status Updated');
  await said(...log);

  await press(page, page.getByRole('link', { name: `Ship: Order #${id}` }));
  await expect(page).toHaveTitle(`Order #${id}`);
  await tabTo(page, page.getByLabel('Tracking number'));
  await page.keyboard.type('9400 1112');
  await press(page, page.getByRole('button', { name: /^Mark shipped/ }));
  await expect(page.getByText('SHIPPED', { exact: true })).toBeVisible();
  log.push('Status Updated');
  await said(...log);

  await press(page, desk.getByRole('link', { name: 'Settings' }));
  await tabTo(page, page.getByLabel('Site Tagline'));
  await page.keyboard.type('Typed by keyboard');
  log.push('Settings Updated');
  await said(...log);

  await press(page, desk.getByRole('link', { name: 'Orders' }));
  await press(page, page.getByRole('row').getByRole('link', { name: `#${id}`, exact: true }));
  await expect(page.getByRole('heading', { name: `Order #${id}` })).toBeFocused();
  const documents = page.getByRole('region', { name: 'Documents' });
  await press(page, documents.locator('summary'));
  await press(page, documents.getByRole('link').first());
  await expect(page).toHaveURL(/\/print\//);
  // What takes a pressed control away leads on before anybody presses Tab.
  const lines = heard.since().filter((line) => !line.startsWith('said: '));
  for (const [index, line] of lines.entries())
    if (lines[index - 1] === NOTHING) expect(line).toMatch(/^(heading|section|article|form): /);
});
