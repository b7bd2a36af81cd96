/** The owner's rooms: one press from each other, by thumb in few presses, and said aloud once. */
import type { Locator, Page } from '@playwright/test';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { answered, expect, logIn, placeOrder, toastOn, unfold } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { pictureFile } from '#tests/support/e2e-specimens.ts';
import { listenTo } from './listening.ts';

const test = testWithOwnShop();

const rooms = {
  Today: '/today',
  Orders: '/orders',
  Inbox: '/inbox',
  Manage: '/manage',
  Upload: '/upload',
  Show: '/show',
  Settings: '/settings',
};
/** The header's links, on a phone those beneath it. */
const desk = (page: Page) =>
  page.getByRole('navigation', { name: /^(Main|Shop desk)$/ }).filter({ visible: true });

test.beforeEach(({ context }) => logIn(context));

test('each room of the desk is one press from every other, in one row, at every width', {
  tag: '@phone',
}, async ({ page }) => {
  for (const path of Object.values(rooms)) {
    await page.goto(path);
    for (const width of [390, 820, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(desk(page), `${path} at ${width}`).toHaveCount(1);
      const links = Object.keys(rooms).map((name) => desk(page).getByRole('link', { name }));
      for (const link of links) await expect(link).toHaveCount(1);
      const boxes = await Promise.all(links.map(async (link) => link.boundingBox()));
      expect(new Set(boxes.map((box) => box?.y)).size, `${path} at ${width}`).toBe(1);
      for (const box of boxes) {
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(box?.height).toBeGreaterThanOrEqual(38);
      }
    }
  }
  for (const [name, path] of Object.entries(rooms)) {
    await desk(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }
});

test('an order opened from the list has the title and the focus, and the list has its own again', async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  const { id } = await placeOrder(await otherBrowser(), [await piece('deskOrdered')]);
  await logIn(context);
  await page.goto('/orders');
  await expect(page).toHaveTitle('Order Management');
  await page.getByRole('link', { name: `#${id}`, exact: true }).press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(`Order #${id}`);
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(`Order #${id}`);
  await page.getByRole('link', { name: 'All orders' }).press('Enter');
  await expect(page).toHaveTitle('Order Management');
  await expect(heading).toBeFocused();
  // Neither an email address nor a time is broken within a word.
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const row = page.getByRole('row').filter({ hasText: `#${id}` });
    await expect(
      row.getByRole('img', { includeHidden: true }).or(row.locator('img')).first(),
    ).toBeVisible();
    const broken = await row.evaluate((element) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\w:]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(word);
        }
      return found;
    });
    expect(broken, `at ${width}`).toEqual([]);
  }
});

test('what has been said is not said again where a dialog opens', async ({
  page,
  piece,
  otherBrowser,
}) => {
  const { id } = await placeOrder(await otherBrowser(), [await piece('deskPaid')]);
  const heard = await listenTo(page);
  const times = (words: string) => heard.said().filter((one) => one.includes(words)).length;
  await page.goto(`/orders?order=${id}`);
  await unfold(page, 'Hold');
  await page.getByRole('region', { name: 'Hold' }).getByRole('button', { name: '1 day' }).click();
  await expect(toastOn(page)).toContainText('Hold Extended');
  await expect.poll(() => times('Hold Extended')).toBe(1);
  await page.getByRole('button', { name: 'Mark paid' }).click();
  const dialog = page.getByRole('dialog', { name: `Mark order #${id} paid` });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Hold Extended' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark paid' }).click();
  await expect(dialog).toBeHidden();
  await expect(toastOn(page)).toContainText('Status Updated');
  await expect.poll(() => times('Status Updated')).toBe(1);
  expect(times('Hold Extended')).toBe(1);
  // The button that was pressed went with the hold.
  await expect(page.locator('body')).not.toBeFocused();
});

test('an order that changes while it is edited is loaded again', async ({
  page,
  context,
  piece,
  otherBrowser,
  complaints,
}) => {
  complaints.expect(answered(412, '/change'));
  const { id } = await placeOrder(await otherBrowser(), [await piece('deskChanged')]);
  await page.goto(`/orders?order=${id}`);
  await page.getByRole('button', { name: 'Edit pieces and prices' }).click();
  const dialog = page.getByRole('dialog', { name: `Edit order #${id}` });
  await dialog.getByLabel('Shipping').fill('3');
  const { lines, contentsVersion: version } = (await (
    await context.request.get(`/api/manage/orders/${id}`)
  ).json()) as OrderDetail;
  const same = lines.map((line) => ({ id: line.id, price: line.price, quantity: line.quantity }));
  const data = {
    version,
    lines: same,
    added: [],
    shipping: '5',
    pieces: 'sale',
    writesToBuyer: false,
    buyerAgreed: false,
  };
  expect((await context.request.post(`/api/manage/orders/${id}/change`, { data })).status()).toBe(
    200,
  );
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('This order has changed since you opened it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Load the order as it is now' }).click();
  await expect(dialog.getByLabel('Shipping')).toHaveValue('');
  await dialog.getByLabel('Shipping').fill('3');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastOn(page)).toContainText('Order Updated');

  expect(
    (await context.request.put(`/api/orders/${id}/status`, { data: { status: 'paid' } })).status(),
  ).toBe(200);
  await page.reload();
  await unfold(page, 'Payment');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const refund = page.getByRole('dialog', { name: `Refund order #${id}` });
  await refund.getByLabel('Amount to refund').fill('1');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect(refund.getByLabel('Amount to refund')).toHaveValue('1');
});

test('a field that takes only the beginning of what is pasted says so', async ({ page }) => {
  await page.goto('/settings');
  const field = page.getByLabel('Site Tagline');
  await field.fill('');
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'x'.repeat(345));
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(toastOn(page)).toContainText(
    'This field takes 300 characters. The last 45 of what you pasted are missing.',
  );
});

test('the six most used acts are three presses from Today by thumb alone', {
  tag: '@phone-only',
}, async ({ page, context, piece, otherBrowser }) => {
  test.slow();
  const [paid, sold] = [await piece('deskPaid'), await piece('deskSold')];
  const visitor = await otherBrowser();
  const order = await placeOrder(visitor, [paid]);
  const asking = await visitor.newPage();
  await asking.goto(`/ask/${sold.id}`);
  await asking.getByLabel('Your Name').fill('Ines Asker');
  await asking.getByLabel('Email').fill('ines@asker.example');
  await asking.getByRole('textbox', { name: 'Your Question' }).fill('Is the tip complete?');
  await asking.getByRole('button', { name: 'Send question' }).click();
  await expect(asking.getByRole('status').filter({ hasText: 'Question sent' })).toBeVisible();

  const presses: Record<string, number> = {};
  /** What is typed is no press. */
  const act = async (
    name: string,
    run: (press: (what: Locator) => Promise<void>) => Promise<void>,
  ) => {
    presses[name] = 0;
    await page.goto('/today');
    await run(async (what) => {
      presses[name] = (presses[name] ?? 0) + 1;
      await what.tap();
    });
  };
  await act('mark paid', async (press) => {
    await press(page.getByRole('button', { name: `Mark paid: Order #${order.id}` }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }));
    await expect(toastOn(page)).toContainText('Status Updated');
  });
  await act('ship', async (press) => {
    await press(page.getByRole('link', { name: `Ship: Order #${order.id}` }));
    await page.getByLabel('Tracking number').fill('9400 1112');
    await press(page.getByRole('button', { name: /^Mark shipped/ }));
    await expect(page.getByText('SHIPPED', { exact: true })).toBeVisible();
  });
  await act('answer', async (press) => {
    await press(page.getByRole('link', { name: /^Answer: Ines Asker/ }));
    // The shop of the tests has no mail server: the answer is written in a mail program.
    await press(
      page
        .getByRole('article', { name: 'Question from Ines Asker' })
        .getByRole('button', { name: 'Mark answered' }),
    );
    await expect(toastOn(page)).toContainText('Question Answered');
  });
  await act('add a piece', async (press) => {
    await press(desk(page).getByRole('link', { name: 'Upload' }));
    presses['add a piece'] = (presses['add a piece'] ?? 0) + 1;
    await page
      .getByLabel('Main Image', { exact: true })
      .setInputFiles(await pictureFile('front.jpg'));
    await page.getByLabel('Title').fill('Added by thumb');
    await press(page.getByRole('button', { name: 'Upload Specimen' }));
    await expect(toastOn(page)).toContainText('Upload Successful');
  });
  await act('hide', async (press) => {
    await press(desk(page).getByRole('link', { name: 'Manage' }));
    await press(page.getByRole('article', { name: 'Added by thumb' }).getByRole('switch'));
    await expect(toastOn(page)).toContainText('Specimen Hidden');
  });
  await act('sold here', async (press) => {
    await press(desk(page).getByRole('link', { name: 'Manage' }));
    await page
      .getByPlaceholder('Search specimens by title, category, or description...')
      .fill(sold.title);
    await press(page.getByRole('button', { name: `Sell or hold by hand: ${sold.title}` }));
    await press(page.getByRole('button', { name: 'Record sale' }));
    await expect(toastOn(page)).toContainText(`${sold.title} is sold`);
  });
  expect(presses).toEqual({
    'mark paid': 2,
    ship: 2,
    answer: 2,
    'add a piece': 3,
    hide: 2,
    'sold here': 3,
  });
  await context.close();
});
