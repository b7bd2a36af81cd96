import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { Intake, IntakeDrafts } from '#features/intake/contract/intakes.ts';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { answered, expect, logIn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { shotLabel, shotStone } from '#tests/support/shot-labels.ts';

const test = testWithOwnShop();

/** Three labels with two stones each, the second glowing; one more stone before all of them. */
async function shoot(folder: (name: string) => string, numbers: string[]): Promise<string[]> {
  const files: string[] = [];
  let second = 0;
  const write = (picture: Buffer) => {
    const file = folder(`DSC_${String(files.length + 1).padStart(3, '0')}.jpg`);
    writeFileSync(file, picture);
    files.push(file);
  };
  const time = () => `2026:11:20 10:00:${String(second++).padStart(2, '0')}`;
  write(await shotStone({ time: time() }));
  for (const number of numbers) {
    write(await shotLabel(number, { time: time() }));
    for (const glows of [false, true]) write(await shotStone({ time: time(), glows }));
  }
  return files;
}

async function drag(page: Page, tile: Locator, row: Locator): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const [from, to] = [await tile.boundingBox(), await row.boundingBox()];
  if (!from || !to) throw new Error('Both are to be seen');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 20, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
}

test('photographs go on after a lost network and a closed page, and become drafts', async ({
  page,
  context,
  complaints: _complaints,
}, info) => {
  test.slow();
  await logIn(context);
  const made = await context.request.post('/api/manage/label-sheets', {
    data: { count: 3, first: 'J-1' },
  });
  const { numbers }: { numbers: string[] } = await made.json();
  const files = await shoot((name) => info.outputPath(name), numbers);

  // The device has no room for the last one.
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      if (value instanceof File && value.name === 'DSC_010.jpg')
        throw new DOMException('Full', 'QuotaExceededError');
      return put.call(this, value, key);
    };
  });
  await page.goto('/intake');
  let passed = 0;
  const isCut = () => passed >= 3;
  await page.route('**/api/manage/intakes/*/files', async (route) => {
    // Silent, as when the network is away for a moment: a refused connection would be an error in the console.
    if (isCut()) return;
    passed += 1;
    await route.continue();
  });
  await page.getByLabel('Files of the intake').setInputFiles(files);
  await expect(page.getByText('3 of 10 files sent')).toBeVisible({ timeout: 30_000 });
  // No label is missed while files are on their way.
  await expect(page.getByRole('region', { name: 'J-1', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Labels we didn’t see' })).toBeHidden();
  // The page is closed before the network is back: else it would send one more.
  await page.goto('about:blank');
  await page.unroute('**/api/manage/intakes/*/files');
  await page.goto('/intake');
  await expect(page.getByText('6 files sent.', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Please choose this file again')).toBeVisible();
  await page.getByLabel('Files of the intake').setInputFiles(files);
  await expect(page.getByText('7 files sent.', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Please choose this file again')).toBeHidden();
  await expect(page.getByText('3 numbers · 1 file unassigned')).toBeVisible();
  await expectNoViolations(page);
  const [{ id }] = await (await context.request.get('/api/manage/intakes')).json();
  const intake: Intake = await (await context.request.get(`/api/manage/intakes/${id}`)).json();
  expect(intake.files.map(({ name }) => name).toSorted()).toEqual(
    files.map((_, index) => `DSC_${String(index + 1).padStart(3, '0')}.jpg`),
  );

  const row = (name: string) => page.getByRole('region', { name, exact: true });
  const pictures = (number: string) =>
    page.getByRole('list', { name: `Photos of ${number}` }).getByRole('button');
  // With the mouse, to the first row.
  await drag(page, row('Unassigned').getByRole('button'), row('J-1'));
  await expect(pictures('J-1')).toHaveCount(3);
  // By keyboard, to the next row and to its front.
  await pictures('J-1').last().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(pictures('J-2')).toHaveCount(3);
  await pictures('J-2').last().focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(pictures('J-2').nth(1)).toHaveAccessibleName('DSC_001.jpg');
  // By the menu, back.
  await pictures('J-2').nth(1).click();
  await page.getByLabel('Move to…').selectOption('Unassigned');
  await expect(row('Unassigned').getByText('Put here by you')).toBeVisible();

  await page.getByRole('button', { name: 'Long-wave' }).click();
  await expect(pictures('J-3').last()).toHaveAccessibleName(/Long-wave UV$/);
  await page.getByRole('button', { name: 'Make 3 drafts' }).click();
  await page.getByRole('link', { name: 'Complete the drafts' }).click();
  for (const [index, number] of numbers.entries()) {
    await expect(page.getByLabel('Title')).toHaveValue(number);
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.getByLabel('Title').fill(`Stone ${number}`);
    await page.getByLabel('Price ($)', { exact: true }).fill(`${index + 1}0`);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Intake' })).toBeVisible();
  const drafts: IntakeDrafts = await (
    await context.request.get(`/api/manage/intakes/${id}/drafts`)
  ).json();
  expect(drafts.map(({ title, isPriced }) => [title, isPriced])).toEqual(
    numbers.map((number) => [`Stone ${number}`, true]),
  );

  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Print fresh labels')).toBeVisible();
});

test('a label that was not photographed is asked about, and each step can be undone', async ({
  page,
  context,
  complaints: _complaints,
}, info) => {
  test.slow();
  await logIn(context);
  const made = await context.request.post('/api/manage/label-sheets', {
    data: { count: 4, first: 'U-1' },
  });
  const { numbers }: { numbers: string[] } = await made.json();
  const files: string[] = [];
  for (const name of [numbers[0], 'a', 'b', 'c', numbers[2], 'd']) {
    const time = `2026:11:20 11:00:0${files.length}`;
    const file = info.outputPath(`${name}.jpg`);
    writeFileSync(
      file,
      name?.startsWith('U-')
        ? await shotLabel(name, { time })
        : await shotStone({ time, width: 300, height: 225 }),
    );
    files.push(file);
  }
  await page.goto('/intake');
  await page.getByLabel('Files of the intake').setInputFiles(files);
  await expect(page.getByText('6 files sent.', { exact: true })).toBeVisible();

  const row = (name: string) => page.getByRole('region', { name, exact: true });
  const tile = (name: string) => page.getByRole('button', { name: `${name}.jpg` });
  const said = (text: string) =>
    expect(page.getByRole('status').getByText(text, { exact: true })).toHaveCount(1);
  const makeDrafts = page.getByRole('button', { name: /^Make \d draft/ });
  await expect(row('Labels we didn’t see')).toContainText('U-2 and U-4');
  await expect(
    row('U-1').getByText('If you photographed U-2, its photos may be in this row.'),
  ).toBeVisible();
  await expect(makeDrafts).toBeHidden();
  await expectNoViolations(page);

  // By keyboard, from the second picture on.
  await tile('b').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'From here on…' }).press('Enter');
  await expect(page.getByLabel('Number')).toHaveValue('U-2');
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(row('U-2').getByRole('button', { name: /^[bc]\.jpg$/ })).toHaveCount(2);
  await said('From b.jpg on: U-2');
  await expect(tile('b')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(row('U-1').getByRole('button', { name: /^[abc]\.jpg$/ })).toHaveCount(3);
  await said('Last change undone');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();

  // With the mouse, into the empty row.
  await drag(page, tile('b'), row('U-2'));
  await expect(row('U-2').getByText('1 photo')).toBeVisible();
  await expect(row('Labels we didn’t see')).toContainText('We saw no label for U-4.');
  await page.getByRole('button', { name: 'U-4: not photographed' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect(row('Labels we didn’t see')).toBeHidden();
  await expect(makeDrafts).toHaveText('Make 3 drafts');

  // A row of its own, for nothing first and then for one picture.
  const newRow = page.getByRole('button', { name: 'New row…' });
  await newRow.click();
  await page.getByLabel('Number').fill('u-3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'U-3' })).toBeFocused();
  await newRow.click();
  await page.getByLabel('Number').fill('Box 9');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Box 9' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove row Box 9' }).press('Enter');
  await expect(newRow).toBeFocused();
  await tile('c').click();
  await page.getByLabel('Move to…').selectOption('New row…');
  await page.getByLabel('Number').fill('Box 9');
  await page.getByRole('button', { name: 'Move 1 photo' }).click();
  await expect(row('Box 9').getByText('None of your labels has this number.')).toBeVisible();
  await page.getByRole('button', { name: 'Use Box 9 anyway' }).click();
  await expect(makeDrafts).toHaveText('Make 4 drafts');
  await makeDrafts.click();
  await expect(page.getByText('4 numbers', { exact: true })).toBeVisible();
});

test('a file on which the shop fails again and again is named, and the others are sent', async ({
  page,
  context,
  complaints,
}, info) => {
  await logIn(context);
  complaints.expect(answered(500));
  const files = await shoot((name) => info.outputPath(name), []);
  const odd = info.outputPath('odd.mp4');
  writeFileSync(odd, Buffer.from('0000001866747970', 'hex'));
  await page.goto('/intake');
  await page.route('**/api/manage/intakes/*/files', (route) =>
    route.request().postDataBuffer()?.includes('odd.mp4')
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'It failed' } })
      : route.continue(),
  );
  await page.getByLabel('Files of the intake').setInputFiles([odd, ...files]);
  for (let time = 0; time < 2; time++) {
    await expect(page.getByText('No response. We’ll keep trying')).toBeVisible();
    await page.getByRole('button', { name: 'Try now' }).click();
  }
  await expect(page.getByText('“odd.mp4” couldn’t be added: the shop failed on it.')).toBeVisible();
  await expect(page.getByText('1 file sent.', { exact: true })).toBeVisible();
});
