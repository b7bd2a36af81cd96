/** The owner's desk by eye and by keyboard: what is in sight, what is within reach, what is said. */
import type { Page } from '@playwright/test';
import { atBothSizes, expect, logIn, test, toastOn } from '#tests/support/e2e.ts';
import { addSpecimen, pictureFile, titled } from '#tests/support/e2e-specimens.ts';
import { listenTo } from './listening.ts';
import { pressMiddle } from './press-middle.ts';

test.beforeEach(({ context }) => logIn(context));

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** How often Tab is pressed from the top of the page until the control has the focus. */
async function tabsTo(page: Page, name: string): Promise<number> {
  const target = page.getByRole('button', { name, exact: true });
  for (let presses = 1; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return presses;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

for (const [size, tag] of atBothSizes) {
  test(`Manage shows the whole collection, twelve a page, with links to the other admin pages${size}`, {
    tag,
  }, async ({ page }) => {
    await page.goto('/manage');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Manage Your Collection' }),
    ).toBeVisible();
    const tools = page.getByRole('button', { name: 'Tools' });
    await pressMiddle(tools);
    await expect(page.getByText('Takes the specimen out of the gallery')).toBeVisible();
    await expect(page.getByText('This cannot be undone.')).toBeVisible();
    await pressMiddle(tools);
    await expect(
      page.getByPlaceholder('Search specimens by title, category, or description...'),
    ).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(12);
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
    const first = page.getByRole('article').first();
    await expect(first.getByText('View Details')).toBeVisible();
    await expect(first.getByText('Edit Specimen')).toBeVisible();
    await expect(first.getByRole('button', { name: 'Delete Permanently' })).toBeVisible();

    await pressMiddle(page.getByRole('link', { name: 'Next' }));
    await expect(page).toHaveURL('/manage?page=2');
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await pressMiddle(page.getByRole('link', { name: 'Previous' }));
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();

    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Return to Main Page' })).toHaveAttribute(
      'href',
      '/',
    );
    await expect(main.getByRole('link', { name: 'Add New Specimen' })).toHaveAttribute(
      'href',
      '/upload',
    );
    await pressMiddle(page.getByRole('link', { name: 'Orders' }).filter({ visible: true }));
    await expect(page).toHaveURL('/orders');
  });
}

test('Manage shows specimens before anything is scrolled, and its tools are within one press', async ({
  page,
}) => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto('/manage');
    await expect(page.getByRole('article').first().locator('img')).toBeInViewport();
    const tools = page.getByRole('navigation', { name: 'Tools' });
    await expect(tools.getByRole('link')).toHaveCount(0);
    await tools.getByRole('button', { name: 'Tools' }).press('Enter');
    for (const name of ['Collections', 'Species', 'Intake', 'Fresh Labels', 'Export and Import'])
      await expect(tools.getByRole('link', { name, exact: true })).toBeVisible();
  }
});

test('the form of a specimen names what its parts lack, and a press leads to each', async ({
  page,
  context,
}) => {
  const { id } = await addSpecimen(context, {
    title: titled('Halfdescribed'),
    species: ['Quartz'],
  });
  for (const path of ['/upload', `/edit/${id}`]) {
    await page.goto(path);
    const parts = page.getByRole('navigation', { name: 'Parts' });
    await expect(parts.getByRole('link')).toHaveText([
      /^Title and price/,
      /^Stone/,
      /^Place/,
      /^Condition/,
      /^Photos/,
      /^Private/,
    ]);
    await expect(parts.getByRole('link', { name: 'Condition' })).toContainText(
      'no condition or disclosure yet',
    );
    await page.getByRole('checkbox', { name: 'None known' }).check();
    await expect(parts.getByRole('link', { name: 'Condition' })).toContainText('no condition yet');
    await parts.getByRole('link', { name: 'Private' }).click();
    await expect(page.getByRole('heading', { name: 'Private' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Private' })).toBeInViewport();
    await expect(parts.locator('[aria-current]')).toHaveText(/^Private/);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Acquired on')).toBeFocused();
    expect(page.url()).not.toContain('#');
    await page.evaluate(() => scrollTo({ top: 0 }));
    await expect(parts.locator('[aria-current]')).toHaveText(/^Title and price/);
  }
});

test('the buttons of a form come before its fields by keyboard', async ({ page, context }) => {
  const { id } = await addSpecimen(context, { title: titled('Within reach') });
  for (const [path, button] of [
    ['/upload', 'Upload Specimen'],
    [`/edit/${id}`, 'Save Changes'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    await page.getByRole('main').focus();
    expect(await tabsTo(page, button)).toBeLessThanOrEqual(15);
  }
});

test('a specimen is uploaded and saved by Ctrl+Enter, and the focus stays in the page', async ({
  page,
}) => {
  const title = titled('Said aloud');
  const { said } = await listenTo(page);
  await page.goto('/upload');
  const button = page.getByRole('button', { name: 'Choose the main image' });
  await expect(button).not.toHaveAttribute('aria-label');
  const before = await page.getByLabel('Title').boundingBox();
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('front.jpg'));
  await expect(
    page.getByRole('button', { name: 'Choose another main image' }),
  ).toHaveAccessibleDescription(/^front\.jpg \d/);
  // What is chosen moves nothing beneath it.
  expect(await page.getByLabel('Title').boundingBox()).toEqual(before);
  await page
    .getByLabel('Additional Images', { exact: true })
    .setInputFiles(await pictureFile('side.jpg'));
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Title').press('Control+Enter');
  await expect(
    page.getByRole('main').getByText(`${title} has been added to your collection.`),
  ).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Choose the main image' })).toBeVisible();
  expect(said().filter((text) => text.startsWith('front.jpg'))).toHaveLength(1);
  expect(said().filter((text) => text === 'Added: side.jpg.')).toHaveLength(1);
  await expect(toastOn(page)).toContainText(`${title} has been added to your collection`);
  await expect
    .poll(() => said().filter((text) => text.includes('has been added to your collection')))
    .toHaveLength(1);

  await page.getByRole('main').getByRole('link', { name: 'View it' }).click();
  await page.getByRole('link', { name: 'Edit Specimen' }).click();
  await page.getByLabel('Weight').fill('3 g');
  await page.getByLabel('Weight').press('Control+Enter');
  await expect(page).toHaveURL(/\/specimen\//);
  await expect(toastOn(page)).toContainText('Specimen Updated');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the banner goes after five seconds, but not from under the focus', async ({ page }) => {
  await page.clock.install();
  await page.goto('/upload');
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('front.jpg'));
  await page.getByLabel('Title').fill(titled('Held'));
  await page.getByLabel('Title').press('Control+Enter');
  const link = page.getByRole('main').getByRole('link', { name: 'View it' });
  await link.focus();
  // No time passes from here on but what the test lets pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(link).toBeFocused();
  await page.getByLabel('Title').focus();
  await page.clock.runFor(4_000);
  await expect(link).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(link).toBeHidden();
});

test('on a screen of a few lines, as at 400 % zoom, neither header nor buttons stand over the form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 180 });
  await page.goto('/upload');
  const title = page.getByLabel('Title');
  await title.focus();
  await title.evaluate((field) => field.scrollIntoView({ block: 'center' }));
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(page.getByRole('button', { name: 'Upload Specimen' })).not.toBeInViewport();
  await expect(title).toBeInViewport();
});
