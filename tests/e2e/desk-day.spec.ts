/** A day of the owner by keyboard alone, and what a screen reader says meanwhile. */
import type { Locator, Page } from '@playwright/test';
import { expect, logIn, placeOrder } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { pictureFile } from '#tests/support/e2e-specimens.ts';

const test = testWithOwnShop();

/** Nobody gets further by Tab than this. */
const MAX_TABS = 150;

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control.first()).toBeVisible();
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await control.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MAX_TABS} presses of Tab do not lead to ${control}`);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Collects what the messages of the page say as it is read out, in every document that the page opens. */
async function listen(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeBinding('hear', (_source, words: string) => void heard.push(words));
  await page.addInitScript(() => {
    const hear = (globalThis as unknown as { hear: (words: string) => void }).hear;
    new MutationObserver((records) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest('[role=status], [role=alert], [aria-live]');
        if (region) regions.add(region);
        for (const added of addedNodes) if (added instanceof Element && added.matches('[role=status], [role=alert]')) regions.add(added);
      }
      const done = /Upload Successful|Specimen Updated|Question Answered|Status Updated|Settings Updated/;
      for (const { textContent } of regions) if (done.test(textContent)) hear(textContent);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return heard;
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
  const heard = await listen(page);
  const said = async (...words: string[]) => {
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(words.length);
    expect(heard).toEqual(words.map((one) => expect.stringContaining(one)));
  };
  const desk = page.getByRole('navigation', { name: 'Shop desk' });

  await page.goto('/today');
  await press(page, desk.getByRole('link', { name: 'Add' }));
  await expect(page).toHaveURL('/upload');
  const choosing = page.waitForEvent('filechooser');
  await press(page, page.getByRole('button', { name: /main image/i }));
  await (await choosing).setFiles(await pictureFile('front.jpg'));
  await tabTo(page, page.getByRole('textbox', { name: /^Title/ }));
  await page.keyboard.type('Typed by keyboard');
  const creation = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
  await press(page, page.getByRole('button', { name: 'Upload Specimen' }));
  const created: { id: number } = await (await creation).json();
  const log = ['Upload Successful'];
  await said(...log);

  await page.goto(`/edit/${created.id}`);
  await press(page, page.locator('summary', { hasText: 'Damage and repairs' }));
  await press(page, page.getByRole('button', { name: 'Add a pin in the middle' }));
  const pin = page.getByRole('button', { name: /^Pin 1 / });
  await expect(pin).toBeVisible();
  await pin.focus();
  await page.keyboard.press('ArrowRight');
  await press(page, page.getByRole('button', { name: 'Save Changes' }));
  await expect(page).toHaveURL(/\/specimen\//);
  log.push('Specimen Updated');
  await said(...log);

  await page.goto('/today');
  await press(page, page.getByRole('link', { name: /^Answer: Ines Asker/ }));
  await press(page, page.getByRole('article', { name: 'Question from Ines Asker' }).getByRole('button', { name: 'Mark answered' }));
  log.push('Question Answered');
  await said(...log);
  await expect(page.locator('body')).not.toBeFocused();

  await press(page, desk.getByRole('link', { name: 'Today' }));
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

  await press(page, page.getByRole('region', { name: 'Documents' }).getByRole('link').first());
  await expect(page).toHaveURL(/\/print\//);

  await page.goto('/settings');
  await tabTo(page, page.getByLabel('Site Tagline'));
  await page.keyboard.type('Typed by keyboard');
  log.push('Settings Updated');
  await said(...log);
});
