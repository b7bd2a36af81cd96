/** Ten pieces of an intake typed by a robot at a person's pace, in the table and in the form: seconds and presses of each. `BASE`: see below. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/browser.ts';
import { makeIntakeDrafts } from '#tests/support/intake-drafts.ts';
import { adminHeaders } from './admin.ts';
import type { Figure, Results } from './results.ts';
import { startShop } from './servers.ts';

const PIECES = 10;
/** Five keys a second. */
const KEY_MS = 200;
const AIM_SECONDS = 25;
/** A folder with another build, whose form is measured instead of ours; one from before the table has none. */
const base = process.env.BASE;

type Robot = {
  type: (text: string) => Promise<void>;
  press: (key: string) => Promise<void>;
  presses: () => number;
};

const pieceOf = (n: number) => ({
  title: `Fluorite on Quartz, no. ${n + 1}`,
  species: 'Fluorite, Quartz',
  locality: 'Elmwood Mine, Smith County, Tennessee, USA',
  dimensions: '6.2 x 4.1 x 3.8 cm',
  price: '120',
  cost: '45',
});

export async function measureTyping(): Promise<Partial<Results>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-typing-'));
  const shop = await startShop(path.join(folder, 'data'), {}, base);
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args,
    ...(env && { env: env as Record<string, string> }),
  });
  try {
    const context = await browser.newContext({
      baseURL: shop.origin,
      viewport: { width: 1440, height: 900 },
    });
    const [name = '', value = ''] = (await adminHeaders(shop.origin)).cookie?.split('=') ?? [];
    await context.addCookies([{ name, value, url: shop.origin }]);
    const figures: Figure[] = [];
    for (const [way, typeAll] of Object.entries({
      ...(base === undefined && { table: typeTable }),
      form: typeForm,
    })) {
      const { intake, drafts } = await makeIntakeDrafts(
        context.request,
        PIECES,
        way === 'table' ? 'T-001' : 'F-001',
      );
      const page = await context.newPage();
      const robot = robotAt(page);
      const begun = performance.now();
      await typeAll(page, robot, intake, drafts);
      const seconds = (performance.now() - begun) / 1000 / PIECES;
      figures.push({
        name: `Typing a piece in the ${way}`,
        value: seconds,
        unit: 's',
        aim: AIM_SECONDS,
      });
      figures.push({
        name: `Presses for a piece in the ${way}`,
        value: robot.presses() / PIECES,
        unit: '',
      });
      const saved: { title: string; price: string | null; locality: string[] }[] = await (
        await context.request.get(`/api/manage/intakes/${intake}/drafts`)
      ).json();
      const right = saved.filter(
        ({ title, price, locality }, n) =>
          title === pieceOf(n).title && price === '120.00' && locality.length === 4,
      );
      figures.push({
        name: `Pieces as they were typed in the ${way}`,
        value: right.length,
        unit: '',
        aim: PIECES,
      });
      await page.close();
    }
    return { figures };
  } finally {
    await browser.close();
    await shop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function robotAt(page: Page): Robot {
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
    await page.waitForTimeout(KEY_MS);
  };
  return {
    presses: () => presses,
    press,
    type: async (text) => {
      for (const key of text) await press(key);
    },
  };
}

/** Row by row: Tab to the right, and one key for what is as above. */
async function typeTable(
  page: Page,
  { type, press }: Robot,
  intake: number,
  drafts: number[],
): Promise<void> {
  await page.goto(`/intake/table?intake=${intake}`);
  await page.locator(`#cell-${drafts[0]}-title`).focus();
  for (let n = 0; n < PIECES; n++) {
    const { title, species, locality, dimensions, price, cost } = pieceOf(n);
    await type(title);
    if (n > 0) await press('Control+d');
    await press('Tab');
    await type(species);
    await press('Tab');
    if (n === 0) await type(locality);
    for (const text of [dimensions, price, cost]) {
      await press('Tab');
      await type(text);
    }
    if (n === PIECES - 1) await press('Enter');
    else
      for (
        let at = 0;
        (await page.locator(`#cell-${drafts[n + 1]}-title:focus`).count()) === 0;
        at++
      )
        await onwards(press, at);
  }
  await page.getByText('All saved.').waitFor();
}

/** One form after another, without the cost: Tab to the next field, Enter to the next piece. */
async function typeForm(
  page: Page,
  { type, press }: Robot,
  intake: number,
  drafts: number[],
): Promise<void> {
  await page.goto(`/edit/${drafts[0]}?intake=${intake}`);
  for (let n = 0; n < PIECES; n++) {
    const piece = pieceOf(n);
    await page.waitForURL((url) => url.pathname === `/edit/${drafts[n]}`);
    await page.locator('[name=title]:focus').waitFor();
    await type(piece.title);
    if (n > 0) await press('Control+d');
    const names = ['species', 'locality', 'dimensions', 'price'] as const;
    for (const name of names) {
      for (let at = 0; (await page.locator(`[name=${name}]:focus`).count()) === 0; at++)
        await onwards(press, at);
      const isThere = (await page.locator(`[name=${name}]`).inputValue()) === piece[name];
      if (!isThere) await type(piece[name]);
    }
    await press('Enter');
  }
  await page.waitForURL(/\/intake\?/);
}

async function onwards(press: Robot['press'], at: number): Promise<void> {
  if (at > 60) throw new Error('No such field');
  await press('Tab');
}
