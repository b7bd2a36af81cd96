/** The visitor's and the admin's journeys in the browsers that the end-to-end tests do not open. `npm run test:browsers`; pictures are left in `test-results/browsers`. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { pictureFile } from '../support/e2e-specimens.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { makeVideo } from '../support/videos.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';
import { Person, type Window } from './window.ts';

const PICTURES = path.join(import.meta.dirname, '../../test-results/browsers');
/** WebKit's window becomes no narrower than its toolbar, about 450 px. */
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

for (const browser of [firefox, webkit]) {
  const title =
    browser.missing === null ? browser.name : `${browser.name} (skipped: ${browser.missing})`;
  describe.skipIf(browser.missing !== null).each(Object.entries(sizes))(
    `${title} on a %s`,
    (name, size) => {
      let shop: ShopProcess & { origin: string };
      let window: Window;
      let person: Person;
      beforeAll(async () => {
        mkdirSync(PICTURES, { recursive: true });
        shop = await startShop({ DEMO: 'on', RATE_LIMITS: 'off' });
      });
      afterAll(async () => {
        shop.child.kill();
        await shop.ended;
      });
      beforeEach(async () => {
        window = await browser.open(size);
        person = new Person(window, shop.origin);
      });
      afterEach(async ({ task }) => {
        if (task.result?.state === 'fail') await look(`failed-${task.name.replaceAll(' ', '-')}`);
        await window.close();
      });

      /** Leaves a picture of what is shown, once it has come to rest. */
      const look = async (what: string) => {
        await wait(1_000);
        const file = [browser.name, name, what].join('-').toLowerCase();
        writeFileSync(path.join(PICTURES, `${file}.png`), await window.screenshot());
      };

      test('a visitor searches, looks closely, and orders', async () => {
        await person.goto('/');
        await look('home');
        if (name === 'phone') await person.click('button', 'Open search');
        await person.fill('Search specimens', 'calcite franklin', 'combobox');
        await window.press('Enter');
        await person.sees('Search Results: "calcite franklin"');
        await look('search');
        const [calcite] = await find(shop.origin, 'calcite franklin');
        await person.click('link', calcite.title);
        await person.isAt(`/specimen/${calcite.id}`);

        await person.click('button', 'Short-wave UV');
        await lampSays('Short-wave UV');
        await person.focus((await person.find('slider', 'Light')).selector);
        await window.press('Home');
        await window.press('ArrowRight');
        await lampSays('Short-wave UV 5%');
        await look('lamp');
        await person.click('link', 'Enlarge…');
        await person.until(
          'the picture is enlarged',
          () => document.querySelector('.pswp__img:not(.pswp__img--placeholder)') !== null,
        );
        await look('zoom');
        await window.press('Escape');
        await person.until('it is closed', () => document.querySelector('.pswp') === null);
        await person.click('button', 'Actual size');
        await person.click('button', 'It matches');
        await look('true-size');
        await window.press('Escape');
        await person.until('it is closed', () => document.querySelector('[data-outline]') === null);

        await person.click('button', 'Add to Cart');
        await person.sees('has been added to your cart.');
        await person.click('button', 'Cart, 1 piece');
        await person.find('dialog', 'Your Cart');
        await look('cart');
        await person.click('button', 'Proceed to Checkout');
        await person.isAt('/checkout');
        for (const [field, text] of Object.entries(BUYER)) await person.fill(`${field}…`, text);
        await look('checkout');
        await person.click('button', 'Complete Order');
        await person.isAt('/order-confirmation/');
        await person.sees('Order Confirmed!');
        await look('confirmation');
        expect(window.takeErrors()).toEqual([]);
      });

      test('the admin uploads pictures and a video, edits, sells and sets', async () => {
        await person.goto('/manage');
        await person.fill('Username', 'admin');
        await person.fill('Password', 'amethyst');
        await window.press('Enter');
        await person.sees('Add New');
        await look('manage');

        const stone = `Stone of ${browser.name} on a ${name}`;
        const folder = mkdtempSync(path.join(inject('runFolder'), 'browsers-'));
        const [main = '', ...others] = await Promise.all(
          ['front', 'left', 'right', 'back', 'label'].map(async (side) =>
            fileIn(folder, `${side}.jpg`, (await pictureFile(side)).buffer),
          ),
        );
        const video = fileIn(folder, 'turning.mp4', makeVideo({ seed: stone, index: 'first' }));
        await person.goto('/upload');
        await person.upload('Main Image', [main]);
        await person.upload('Additional Images', [...others, video]);
        await person.sees('turning.mp4');
        await person.fill('Title…', stone);
        await person.fill('Price ($)…', '40');
        await person.switchOn('List for sale…');
        await look('upload');
        await person.click('button', 'Upload Specimen');
        await person.sees(`${stone} has been added to your collection`);
        const [uploaded] = await find(shop.origin, stone);

        await person.goto(`/edit/${uploaded.id}`);
        await person.fill('Title…', `${stone}, edited`);
        await person.click('button', 'Save…');
        await person.sees('pdated');
        await look('edit');
        await person.goto(`/specimen/${uploaded.id}`);
        await person.sees(`${stone}, edited`);
        await look('own-specimen');

        const order = await placeOrder(shop.origin, uploaded);
        await person.goto('/orders');
        await person.sees(`#${order.id}`);
        await look('orders');
        await person.goto('/settings');
        await person.fill('Site Title…', `Druse in ${browser.name}`);
        await person.sees('General settings have been saved successfully.');
        await look('settings');
        expect(window.takeErrors()).toEqual([]);
      });

      const lampSays = (words: string) =>
        person.until(
          `the lamp says ${words}`,
          (text) =>
            document.querySelector('input[type=range]')?.getAttribute('aria-valuetext') === text,
          words,
        );
    },
  );
}

const BUYER = {
  'Full Name': 'Ada Buyer',
  Email: 'ada@buyer.example',
  'Shipping Address': '1 Stone Street, Tucson, AZ 85701',
};

async function find(origin: string, search: string): Promise<[Specimen, ...Specimen[]]> {
  const response = await fetch(`${origin}/api/specimens?search=${encodeURIComponent(search)}`);
  return response.json() as never;
}

async function placeOrder(origin: string, { id, price }: Specimen): Promise<PlacedOrder['order']> {
  const customer = {
    customerName: BUYER['Full Name'],
    customerEmail: BUYER.Email,
    customerAddress: BUYER['Shipping Address'],
  };
  const body = { specimenId: id, ...customer, venmoUsername: '@ada', totalAmount: price };
  const response = await fetch(`${origin}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBe(201);
  const { order } = (await response.json()) as PlacedOrder;
  return order;
}

function fileIn(folder: string, name: string, bytes: Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}
