/** A day at a mineral show: everything is written down without a network, and is in the shop once there is one. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { encode } from 'uqr';
import type { ManagePage, Specimen } from '#core/contract/catalogue/specimens.ts';
import type { OrderDetail, OrdersPage } from '#core/contract/selling/orders.ts';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { expect, logIn, placeOrder } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { smallJpeg } from '#tests/support/uploads.ts';

const test = testWithOwnShop();

const pieces = (page: Page) => page.getByRole('region', { name: 'Pieces', exact: true });
const waiting = (page: Page) => page.getByRole('region', { name: /to send$/ });
const conflict = (page: Page, title: string) =>
  page.getByRole('article', { name: `Conflict: ${title}` });

async function sell(page: Page, title: string, price: string, how: string) {
  await page.getByRole('searchbox', { name: 'Number or title' }).fill(title);
  await pieces(page).getByRole('button', { name: title }).click();
  await page.getByRole('button', { name: 'Sold here' }).click();
  await page.getByLabel('Price paid').fill(price);
  await page.getByRole('button', { name: how, exact: true }).click();
}

/** Plays the camera: its picture is the code that a label of the piece has. */
async function showLabel(page: Page, text: string) {
  const { data, size } = encode(text, { border: 3 });
  await page.evaluate(
    ({ data, size }) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const context = canvas.getContext('2d');
      if (!context) throw new Error('Nothing can be drawn');
      const module = Math.floor(300 / size);
      const draw = () => {
        context.fillStyle = '#999';
        context.fillRect(0, 0, 640, 480);
        for (const [y, row] of data.entries()) {
          for (const [x, isDark] of row.entries()) {
            context.fillStyle = isDark ? '#000' : '#fff';
            context.fillRect(150 + x * module, 80 + y * module, module, module);
          }
        }
      };
      // A stream has a frame whenever something is drawn.
      setInterval(draw, 100);
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
    },
    { data, size },
  );
}

async function addPiece(page: Page, title: string) {
  await page.getByRole('button', { name: 'New piece' }).click();
  await page
    .getByLabel('Take a photo')
    .setInputFiles({ name: 'table.jpg', mimeType: 'image/jpeg', buffer: await smallJpeg(64, 48) });
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Notes').fill('From Jo, 40');
}

test('what is typed without a network survives a reload, and arrives once', async ({
  page,
  context,
  otherBrowser,
  complaints,
  baseURL,
}) => {
  // Tries to send, and the piece that an order has already: by this page or by its worker, whichever the browser lets begin.
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET| 409 /);
  const office = await otherBrowser();
  // A visitor gets no worker and no manifest, wherever they look.
  const visitor = await office.newPage();
  const asked: string[] = [];
  office.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const url of ['/', '/shelf', '/show', '/manage']) {
    await visitor.goto(url);
    expect(
      await visitor.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      url,
    ).toBe(0);
    await expect(visitor.locator('link[rel=manifest]'), url).toHaveCount(0);
  }
  expect(asked.filter((url) => url.startsWith('/show/'))).toEqual([]);
  await visitor.close();
  await logIn(office);
  const admin = office.request;
  const list: Specimen[] = await (await admin.get('/api/specimens')).json();
  const [one, two, three] = list.filter(
    ({ status, price, quantity, forSale }) =>
      status === 'available' && price && quantity === 1 && forSale,
  );
  if (!one || !two || !three) throw new Error('The demo has too few pieces for sale');

  // Names and pieces of its own in each run.
  const [malachite, galena] = ['Malachite', 'Galena'].map(
    (name) => `${name} from the table ${randomUUID()}`,
  ) as [string, string];
  await logIn(context);
  await page.goto('/manage');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Download my pieces' }).click();
  const device = page.getByRole('region', { name: 'On this device' });
  /** Waits for them: until the last photo is counted, the page has no figure. */
  const megabytes = async (words: RegExp) => {
    await expect(device).toContainText(words);
    return Number(words.exec((await device.textContent()) ?? '')?.[1]);
  };
  const expected = await megabytes(/new photos: about ([\d.]+) MB to download/);
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(device).toContainText('as of just now');
  const taken = await megabytes(/pieces, ([\d.]+) MB, as of/);
  expect(Math.abs(taken - expected)).toBeLessThan(0.15);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expectNoViolations(page, { widths: [390] });

  await context.setOffline(true);
  await sell(page, one.title, '91.50', 'Cash');
  await page.getByLabel('What the buyer said').fill('Comes back for the azurite');
  await page.getByRole('button', { name: 'Record the sale' }).click();
  await expect(waiting(page)).toContainText('You’re offline. Everything is saved on this device');
  await addPiece(page, malachite);
  await page.getByRole('button', { name: 'Save piece' }).click();
  await sell(page, two.title, '80', 'Card');
  await page.getByRole('button', { name: 'Record the sale' }).click();
  await expect(
    page.getByRole('heading', { name: '2 sales and 1 new piece to send' }),
  ).toBeVisible();

  // Half typed, and the page goes.
  await addPiece(page, galena);
  await page.reload();
  await expect(page.getByLabel('Notes')).toHaveValue('From Jo, 40');
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Save piece' }).click();
  await showLabel(page, `${baseURL}/specimen/${three.id}`);
  await page.getByRole('button', { name: 'Scan a label' }).click();
  await expect(page.getByRole('heading', { name: three.title })).toBeVisible();
  await page.getByRole('button', { name: 'Sold here' }).click();
  await page.getByLabel('Price paid').fill('70');
  await page.getByRole('button', { name: 'Venmo', exact: true }).click();
  await expectNoViolations(page, { widths: [390] });
  await page.getByRole('button', { name: 'Record the sale' }).click();
  await page.reload();
  await expect(
    page.getByRole('heading', { name: '3 sales and 2 new pieces to send' }),
  ).toBeVisible();

  // Meanwhile at home.
  const online = await placeOrder(office, [two]);

  // The first sale arrives, and its response is lost on the way.
  let lost = 0;
  await context.route('/api/manage/sales', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await context.setOffline(false);
  await expect(waiting(page)).toContainText('Couldn’t reach the shop.');
  await waiting(page).getByRole('button', { name: 'Send now' }).click();
  await expect(conflict(page, two.title)).toContainText(`Ordered online on`);
  await expect(conflict(page, two.title)).toContainText(`order #${online.id}, pending`);
  await expect(waiting(page)).toHaveCount(0);
  await expectNoViolations(page, { widths: [390] });
  await expect(page.getByText('In the shop: 2 sales and 2 new pieces, $161.50')).toBeVisible();

  const elsewhere = async () => {
    const { orders } = (await (await admin.get('/api/manage/orders')).json()) as OrdersPage;
    return orders
      .filter(
        ({ kind, lines }) =>
          kind === 'elsewhere' && [one.id, two.id, three.id].includes(lines[0]?.specimenId ?? 0),
      )
      .map(({ totalAmount, paidHow, lines }) => [lines[0]?.specimenId, totalAmount, paidHow]);
  };
  expect((await elsewhere()).toSorted()).toEqual(
    [
      [one.id, '91.50', 'Cash'],
      [three.id, '70.00', 'Venmo'],
    ].toSorted(),
  );
  for (const title of [malachite, galena]) {
    const { specimens } = (await (
      await admin.get('/api/manage/specimens', { params: { search: title } })
    ).json()) as ManagePage;
    const found = specimens.filter((specimen) => specimen.title === title);
    expect(
      found.map(({ visible }) => visible),
      title,
    ).toEqual([false]);
  }

  // Logging out asks first; the conflict is all that would be lost.
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Log out and lose it?' });
  await expect(question).toContainText(
    `1 sale on this device is not in the shop yet: “${two.title}”.`,
  );
  await question.getByRole('button', { name: 'Stay logged in' }).click();

  await conflict(page, two.title)
    .getByRole('button', { name: `Keep my sale, cancel order #${online.id}` })
    .click();
  const cancel = page.getByRole('dialog', { name: `Cancel order #${online.id}?` });
  await cancel.getByRole('button', { name: `Cancel order #${online.id}` }).click();
  await expect(conflict(page, two.title)).toHaveCount(0);
  await expect(page.getByText('In the shop: 3 sales and 2 new pieces, $241.50')).toBeVisible();
  expect(await elsewhere()).toHaveLength(3);
  expect(
    ((await (await admin.get(`/api/manage/orders/${online.id}`)).json()) as OrderDetail).status,
  ).toBe('cancelled');

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Admin Login' })).toBeVisible();
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    rows: await new Promise((resolve) => {
      const opening = indexedDB.open('druse-show');
      opening.onsuccess = () => {
        const stores = [...opening.result.objectStoreNames];
        const counting = opening.result.transaction(stores);
        const counts = stores.map((store) => counting.objectStore(store).count());
        counting.oncomplete = () => resolve(counts.map(({ result }) => result));
      };
    }),
  }));
  expect(left).toEqual({ workers: 0, caches: [], rows: [0, 0, 0, 0, 0, 0] });
});

test('a device whose session was ended forgets pieces and buyers, and keeps what is not sent', async ({
  page,
  context,
  otherBrowser,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED| 401 /);
  await logIn(context);
  await page.goto('/show');
  await page.getByRole('button', { name: 'Download my pieces' }).click();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const device = page.getByRole('region', { name: 'On this device' });
  await expect(device).toContainText(/\d+ pieces, .* MB/);
  await expect(device.getByRole('progressbar')).toBeHidden();
  // It serves the page from now on.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const list: Specimen[] = await (await context.request.get('/api/specimens')).json();
  const piece = list.find(
    ({ status, price, forSale }) => status === 'available' && price && forSale,
  );
  await context.setOffline(true);
  await sell(page, piece?.title ?? '', '10', 'Cash');
  await page.getByRole('button', { name: 'Record the sale' }).click();
  await expect(waiting(page)).toBeVisible();

  const office = await otherBrowser();
  await logIn(office);
  expect((await office.request.delete('/api/auth/sessions')).ok()).toBe(true);
  await context.setOffline(false);
  await page.reload();
  await expect(device).toContainText('Nothing saved yet.');
  await expect(pieces(page)).toBeHidden();
  await expect(waiting(page)).toBeVisible();
  const stored = await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.open('druse-show').onsuccess = ({ target }) => {
          const db = (target as IDBOpenDBRequest).result;
          const names = [...db.objectStoreNames];
          const tx = db.transaction(names);
          const counts = names.map((name) => [name, tx.objectStore(name).count()] as const);
          tx.oncomplete = () => resolve(counts.map(([name, { result }]) => `${name} ${result}`));
        };
      }),
  );
  expect(stored).toEqual([
    'entries 1',
    'files 0',
    'pictures 0',
    'pieces 0',
    'taken 0',
    'takings 0',
  ]);
});
