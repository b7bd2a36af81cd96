import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ADMIN, answered, expect, fillCart, lineOf, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { pictureFile } from '#tests/support/e2e-specimens.ts';
import { expectNoViolations } from './no-violations.ts';

const test = testWithOwnShop();
// The tests share one shop, so they run one after the other.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ context }) => logIn(context));

const names = [
  'General',
  'Visibility',
  'Hero',
  'Gallery',
  'Collections',
  'Footer',
  'Social',
  'About',
  'Venmo',
];

async function openPanel(page: Page, name: string) {
  await page.goto(`/settings#${name.toLowerCase()}`);
  const panel = page.getByRole('tabpanel', { name });
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('status', { name: 'Loading settings' })).toHaveCount(0);
  return panel;
}

/** The setting as the public API returns it. */
const read = async (page: Page, key: string) =>
  (await page.request.get(`/api/settings/${key}`)).json();

test('the foot of the page says which version runs', async ({ page }) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  await page.goto('/settings');
  await expect(page.getByText(`Druse ${version}`, { exact: true })).toBeVisible();
});

test('the nine tabs are in order and open one at a time, by mouse and by arrow keys', async ({
  page,
}) => {
  await page.goto('/settings');
  await expect(page.getByRole('tab')).toHaveText(names);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('General');
  await page.getByRole('tab', { name: 'General' }).focus();
  for (const name of [...names.slice(1), 'General']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
  }
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Venmo' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Venmo');
  await page.getByRole('tab', { name: 'Collections' }).click();
  await expect(page.getByRole('tabpanel').getByRole('note')).toHaveText(
    'Featured collections are managed from the Collections page.',
  );
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('a burst of typing is saved once and shows on the public pages at once', {
  tag: '@journey',
}, async ({ page, otherBrowser }) => {
  const saves: string[] = [];
  await page.clock.install();
  page.on(
    'request',
    (request) => request.method() === 'PUT' && saves.push(request.postDataJSON().siteTitle),
  );
  const panel = await openPanel(page, 'General');
  await panel.getByLabel('Site Title').fill('');
  await expect(panel.getByText('Please give the shop a name')).toBeVisible();
  // However long the keys take on this machine, they come one soon after the other.
  await page.clock.pauseAt(Date.now() + 60_000);
  await panel.getByLabel('Site Title').pressSequentially('Kluft');
  await page.clock.resume();
  await expect(toastOn(page)).toHaveText(
    'Settings UpdatedGeneral settings have been saved successfully.',
  );
  expect(saves).toEqual(['Kluft']);
  // This browser shows it without fetching it again.
  await expect(page.getByRole('link', { name: 'Kluft, home' })).toBeVisible();
  const visitor = await (await otherBrowser()).newPage();
  await visitor.goto('/');
  await expect(visitor).toHaveTitle(/^Kluft – /);

  const email = panel.getByLabel('Contact Email');
  await email.fill('eva at kluft');
  await expect(panel.getByText('Please enter a valid email address')).toBeVisible();
  await email.fill('eva@kluft.example');
  await expect
    .poll(async () => (await read(page, 'general')).contactEmail)
    .toBe('eva@kluft.example');
  await expect(email).toBeFocused();
  await panel.getByLabel('Time Zone').selectOption('Europe/Vienna');
  await expect
    .poll(async () => await read(page, 'general'))
    .toMatchObject({ contactEmail: 'eva@kluft.example', timeZone: 'Europe/Vienna' });
});

test('the last edit is saved when the page is left', async ({ page }) => {
  const hero = await openPanel(page, 'Hero');
  await hero.getByLabel('Subtitle').fill('Left by a link');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Left by a link');
  expect((await read(page, 'hero')).subtitle).toBe('Left by a link');

  await openPanel(page, 'Hero');
  await hero.getByLabel('Subtitle').fill('Left for good');
  await page.goto('about:blank');
  await expect.poll(async () => (await read(page, 'hero')).subtitle).toBe('Left for good');

  const general = await openPanel(page, 'General');
  await general.getByLabel('Contact Email').fill('left@kluft.example');
  await page.reload();
  await expect(general.getByLabel('Contact Email')).toHaveValue('left@kluft.example');
});

test('every panel reports whether its settings were saved', async ({ page, complaints }) => {
  test.slow();
  complaints.expect(answered(500));
  const fields = [
    ['General', 'Site Tagline', 'general'],
    ['Hero', 'Title', 'hero section'],
    ['Gallery', 'Title', 'gallery'],
    ['Collections', 'Section Title', 'featured collections'],
    ['Footer', 'Copyright Text', 'footer links'],
    ['About', 'Title', 'about section'],
  ] as const;
  const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const isSaved = (section: string) =>
    expect(toastOn(page)).toHaveText(
      `Settings Updated${capitalised(section)} settings have been saved successfully.`,
    );
  const isNotSaved = (section: string) =>
    expect(toastOn(page)).toHaveText(
      `ErrorThere was an error updating ${section} settings. Please try again.`,
    );
  const fail = () =>
    page.route('/api/settings/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'No.' } })
        : route.fallback(),
    );

  for (const [name, label, section] of fields) {
    const panel = await openPanel(page, name);
    const field = panel.getByLabel(label, { exact: true });
    await fail();
    await field.fill('Typed once');
    await isNotSaved(section);
    await expect(panel.getByText('Not saved.')).toBeVisible();
    await expect(field).toHaveValue('Typed once');
    await page.unroute('/api/settings/*');
    await panel.getByRole('button', { name: 'Try again' }).press('Enter');
    await isSaved(section);
    await expect(panel.getByText('Changes save automatically.').first()).toBeFocused();
  }
  const visibility = await openPanel(page, 'Visibility');
  await fail();
  await visibility.getByRole('switch', { name: 'About' }).click();
  await isNotSaved('section visibility');
  await page.unroute('/api/settings/*');
  await visibility.getByRole('button', { name: 'Try again' }).click();
  await isSaved('section visibility');
  // Shown again, for the next test in this shop.
  await visibility.getByRole('switch', { name: 'About' }).click();
  await expect.poll(async () => (await read(page, 'section_visibility')).about).toBe(true);
});

test('a section that is switched off is hidden at once', async ({ page }) => {
  const panel = await openPanel(page, 'Visibility');
  await expect(panel.getByRole('switch', { name: 'Collections' })).toHaveAccessibleDescription(
    /once one has a piece to show/,
  );
  await panel.getByRole('switch', { name: 'Collections' }).click();
  await expect(toastOn(page)).toHaveText(
    'Settings UpdatedSection visibility settings have been saved successfully.',
  );
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Collections' }),
  ).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Featured Collections' })).toHaveCount(0);
  const again = await openPanel(page, 'Visibility');
  await again.getByRole('switch', { name: 'Collections' }).click();
  await expect.poll(async () => (await read(page, 'section_visibility')).collections).toBe(true);
  await again.getByRole('switch', { name: 'Hero' }).click();
  await expect.poll(async () => (await read(page, 'section_visibility')).hero).toBe(false);
  const { siteTitle } = await read(page, 'general');
  await page.goto('/');
  await expect(
    page.getByRole('heading', { level: 1 }),
    'a home without its hero has a headline too',
  ).toHaveText(siteTitle);
  await (await openPanel(page, 'Visibility')).getByRole('switch', { name: 'Hero' }).click();
  await expect.poll(async () => (await read(page, 'section_visibility')).hero).toBe(true);
});

test('a front page without any section still says whose shop it is', async ({ page }) => {
  const shown = await read(page, 'section_visibility');
  const show = (data: Record<string, boolean>) =>
    page.request.put('/api/settings/section_visibility', { data });
  await show(Object.fromEntries(Object.keys(shown).map((name) => [name, false])));
  await page.goto('/');
  const headline = page.getByRole('heading', {
    level: 1,
    name: (await read(page, 'general')).siteTitle,
  });
  // One that only those who listen notice is a pixel high.
  expect((await headline.boundingBox())?.height).toBeGreaterThan(24);
  await show(shown);
});

test('settings that cannot be loaded say so and can be loaded again', async ({
  page,
  complaints,
}) => {
  complaints.expect(answered(500));
  await page.route('/api/settings/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'No.' } }),
  );
  await page.goto('/settings#venmo');
  const alerts = page.getByRole('tabpanel', { name: 'Venmo' }).getByRole('alert');
  await expect(alerts).toContainText(['venmo settings']);
  const venmo = alerts.first();
  await expect(venmo).toContainText('Error loading venmo settings. Please refresh and try again.');
  await expect(venmo).toContainText('Failed to fetch venmo settings');
  await page.getByRole('tab', { name: 'Visibility' }).click();
  const visibility = page.getByRole('tabpanel', { name: 'Visibility' });
  await expect(visibility.getByRole('alert')).toContainText(
    'Failed to load visibility settings. Please try refreshing the page.',
  );
  await page.unroute('/api/settings/*');
  await visibility.getByRole('button', { name: 'Try again' }).click();
  await expect(visibility.getByRole('switch', { name: 'Hero' })).toBeChecked();
});

test('social links are saved by their button', async ({ page }) => {
  const panel = await openPanel(page, 'Social');
  const save = panel.getByRole('button', { name: 'Save Social Links' });
  const isShown = panel.getByRole('switch', { name: /Shown.*Instagram/ });
  await panel.getByLabel('Instagram', { exact: true }).fill('');
  await isShown.click();
  await expect(isShown).not.toBeChecked();
  await panel.getByLabel('Instagram', { exact: true }).fill('druse');
  await expect(isShown).toBeChecked();
  await panel.getByLabel('Email', { exact: true }).fill('nobody');
  await save.click();
  await expect(
    panel.getByText('Please enter a web address that starts with https://'),
  ).toBeVisible();
  await expect(panel.getByText('Please enter a valid email address')).toBeVisible();
  await expect(panel.getByLabel('Instagram', { exact: true })).toBeFocused();
  await panel.getByLabel('Instagram', { exact: true }).fill('https://instagram.example/kluft');
  await panel.getByLabel('Email', { exact: true }).fill('eva@kluft.example');
  await panel.getByRole('switch', { name: /Shown.*Facebook/ }).click();

  await page.getByRole('link', { name: 'Back to Home' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(dialog).toContainText('Your social links aren’t saved yet.');
  await dialog.getByRole('button', { name: 'Stay' }).click();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('/api/settings/social_links', async (route) => {
    await released;
    await route.continue();
  });
  await save.click();
  await expect(toastOn(page)).toContainText('Saving Social Links');
  release();
  await expect(toastOn(page)).toHaveText(
    'Settings UpdatedSocial links settings have been saved successfully.',
  );
  await page.getByRole('link', { name: 'Back to Home' }).click();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    'https://instagram.example/kluft',
  );
  await expect(footer.getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    'mailto:eva@kluft.example',
  );
  await expect(footer.getByRole('link', { name: 'Facebook' })).toHaveCount(0);
});

test('the Venmo panel demands a user name and instructions', async ({ page, complaints }) => {
  complaints.expect(answered(500));
  const panel = await openPanel(page, 'Venmo');
  const save = panel.getByRole('button', { name: 'Save Venmo Settings' });
  await panel.getByLabel('Venmo Username').fill(' @ ');
  await panel.getByLabel('Payment Instructions').fill('');
  await save.click();
  await expect(panel.getByText('Venmo username is required')).toBeVisible();
  await expect(panel.getByText('Payment instructions are required')).toBeVisible();
  await panel.getByLabel('Venmo Username').fill('@kluft');
  await panel
    .getByLabel('Payment Instructions')
    .fill('Please include your order number in the payment description.');
  await page.route('/api/settings/venmo_settings', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'No.' } }),
  );
  await save.click();
  await expect(toastOn(page)).toHaveText(
    'ErrorThere was an error updating venmo settings. Please try again.',
  );
  await expect(panel.getByText('Not saved.')).toBeVisible();
  await page.unroute('/api/settings/venmo_settings');
  await panel.getByLabel('Venmo Username').fill('@kluft-minerals');
  await panel.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(toastOn(page)).toHaveText(
    'Settings UpdatedVenmo settings have been saved successfully.',
  );
  await expect(panel.getByText('Not saved.')).toHaveCount(0);
  await expect(save).toBeFocused();
  expect(await read(page, 'venmo_settings')).toEqual({
    venmoUsername: 'kluft-minerals',
    paymentInstructions: 'Please include your order number in the payment description.',
    enabled: true,
  });
});

test('footer links can be added, named, moved, hidden and removed, by keyboard too', async ({
  page,
}) => {
  const panel = await openPanel(page, 'Footer');
  const links = panel.getByRole('region', { name: 'Quick Links' });
  await links.getByRole('button', { name: 'Add to Quick Links' }).click();
  const added = links.getByRole('listitem').last();
  await expect(added.getByLabel('Text')).toBeFocused();
  await expect(added.getByText('Please name this link')).toBeVisible();
  await page.keyboard.type('Fairs');
  await added.getByLabel('Link').fill('fairs');
  await expect(
    added.getByText('Please enter a web address, a mailto link or a path'),
  ).toBeVisible();
  await added.getByLabel('Link').fill('https://fairs.example/');
  const up = links.getByRole('button', { name: 'Move Fairs up' });
  await up.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('Enter');
  await expect(up).toBeDisabled();
  await expect(links.getByRole('button', { name: 'Move Fairs down' })).toBeFocused();
  await links.getByRole('switch', { name: /Shown.*Gallery/ }).click();
  await links.getByRole('button', { name: 'Remove About Us' }).click();
  await expect
    .poll(async () => (await read(page, 'footer_links')).quickLinks)
    .toEqual([
      { text: 'Fairs', href: 'https://fairs.example/', enabled: true },
      { text: 'Home', href: '/', enabled: true },
      { text: 'Gallery', href: '#gallery', enabled: false },
      { text: 'Collections', href: '#collections', enabled: true },
    ]);
  await page.goto('/');
  const shown = page.getByRole('navigation', { name: 'Quick Links' }).getByRole('link');
  await expect(shown).toHaveText(['Fairs', 'Home', 'Collections']);
});

test('a legal text has a page, linked from the footer and the checkout, unless it is empty', async ({
  page,
  otherBrowser,
  piece,
}) => {
  await page.goto('/settings#texts-for-buyers');
  const panel = page.locator('[data-panel]:visible');
  await panel.getByLabel('Shipping').fill('Within two days.\n\nBy post,\n<b>insured</b>.');
  await expect(toastOn(page)).toHaveText(
    'Settings UpdatedShop texts settings have been saved successfully.',
  );
  const visitor = await (await otherBrowser()).newPage();
  const response = await visitor.goto('/shipping');
  expect([response?.status(), await response?.text()]).toEqual([
    200,
    expect.stringContaining('&lt;b&gt;insured'),
  ]);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Shipping' })).toBeVisible();
  await expect(visitor.getByRole('article').getByRole('paragraph')).toHaveText([
    'Within two days.',
    'By post,\n<b>insured</b>.',
  ]);
  await expect(visitor.getByRole('navigation', { name: 'Policies' }).getByRole('link')).toHaveText([
    'Shipping',
  ]);
  expect((await visitor.request.get('/returns')).status()).toBe(404);
  await fillCart(visitor, [lineOf(await piece('cheap'))]);
  await visitor.goto('/checkout');
  const fromCheckout = visitor
    .getByRole('main')
    .getByRole('navigation', { name: 'Policies' })
    .getByRole('link', { name: 'Shipping' });
  await expect(fromCheckout).toHaveAttribute('href', '/shipping');
  await expect(fromCheckout).toHaveAttribute('target', '_blank');
  // The footer has the same links, and no two parts of a page have one name.
  const names = await visitor
    .getByRole('navigation')
    .evaluateAll((all) => all.map((part) => part.ariaLabel));
  expect(names).toEqual([...new Set(names)]);

  await panel.getByLabel('Shipping').fill(' ');
  await expect.poll(async () => (await visitor.request.get('/shipping')).status()).toBe(404);
});

test('a picture can be uploaded, described and removed', async ({ page, complaints }) => {
  complaints.expect(answered(415, '/api/media'));
  const panel = await openPanel(page, 'About');
  const field = panel.getByRole('group', { name: 'Photo' });
  const chooser = field.getByLabel('Photo', { exact: true });
  await chooser.setInputFiles({
    name: 'notes.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('not a picture'),
  });
  await expect(field.getByRole('alert')).toContainText('notes.jpg');
  await chooser.setInputFiles(await pictureFile('cabinet.jpg'));
  await expect(toastOn(page)).toHaveText(
    'Settings UpdatedAbout section settings have been saved successfully.',
  );
  await field.getByLabel('Alt text of the photo').fill('Our cabinet');
  await expect.poll(async () => (await read(page, 'about')).image?.alt).toBe('Our cabinet');
  await page.goto('/');
  await expect(page.getByRole('img', { name: 'Our cabinet' })).toHaveAttribute('src', /^\/media\//);

  await openPanel(page, 'About');
  await field.getByRole('button', { name: 'Remove photo' }).click();
  await expect
    .poll(async () => await read(page, 'about'))
    .toMatchObject({ image: null, imageUrl: '' });
});

test('when the session has ended, the login opens over the page, and what was typed is saved after it', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(401));
  const panel = await openPanel(page, 'Gallery');
  await panel.getByLabel('Specimens per Page').fill('24');
  await expect(toastOn(page)).toContainText('Settings Updated');
  await context.clearCookies();
  await panel.getByLabel('Description').fill('Typed while nobody was logged in');
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  await expect(dialog).toBeVisible();
  expect((await read(page, 'gallery')).description).not.toContain('Typed');
  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByLabel('Description')).toHaveValue('Typed while nobody was logged in');
  await expect
    .poll(async () => await read(page, 'gallery'))
    .toMatchObject({
      description: 'Typed while nobody was logged in',
      itemsPerPage: 24,
    });
});

test('every panel is accessible on phone and desktop, in light and dark', async ({ page }) => {
  test.slow();
  for (const name of names) {
    await openPanel(page, name);
    await expectNoViolations(page, {
      widths: [1440, 390],
      name,
      ...(name !== 'General' && { within: '[role=tabpanel]' }),
    });
  }
});
