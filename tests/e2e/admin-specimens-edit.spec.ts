import type { Page } from '@playwright/test';
import { ADMIN, answered, atBothSizes, expect, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { addSpecimen, pictureFile, readSpecimen, titled } from '#tests/support/e2e-specimens.ts';
import { expectNoViolations } from './no-violations.ts';
import { pressMiddle } from './press-middle.ts';

// Other tests look at pages of the shared shop, where a piece that is hidden or deleted would be missing.
const test = testWithOwnShop();

test.beforeEach(async ({ context }) => {
  await logIn(context);
});

async function openEdit(page: Page, id: number): Promise<void> {
  await page.goto(`/edit/${id}`);
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();

for (const [size, tag] of atBothSizes) {
  test(
    `every field is changed and saved${size}`,
    { tag },
    async ({ page, context }, { project }) => {
      const { id } = await addSpecimen(context, {
        title: `Before, ${project.name}`,
        price: '10.00',
        tags: ['old'],
      });
      await openEdit(page, id);
      await expect(
        page.getByText('Changing the image requires re-uploading the specimen.'),
      ).toBeVisible();
      await expect(page.getByText('Leave blank if not for sale')).toBeVisible();
      const title = `After, ${project.name}`;
      await page.getByLabel('Title').fill(title);
      await pressMiddle(page.getByText('Fossils', { exact: true }));
      await page.getByLabel('Description').fill('Seen again.');
      await page.getByLabel('Origin / Location').fill('Whitby, England');
      await page.getByLabel('Dimensions').fill('9 cm');
      await page.getByLabel('Weight').fill('1 kg');
      await page.getByLabel('Acquired on').fill('2024-02-29');
      await page.getByLabel('Tags').fill('ammonite, jurassic');
      await pressMiddle(page.getByRole('switch', { name: 'Visible in gallery' }));
      await page.getByLabel('Price ($)', { exact: true }).fill('$1,300');
      await page.getByLabel('Shipping Price ($)').fill('');
      await page.getByLabel('Quantity').fill('4');
      await pressMiddle(
        page.getByRole('switch', { name: 'List for sale (enable Venmo checkout)' }),
      );
      await page.getByLabel('Specimen Status').selectOption('Pending Sale');
      await page.getByLabel('Alt text of the image').fill('An ammonite from the front.');
      await page.getByLabel('Light of the image').selectOption('Daylight');

      const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(`/api/specimens/${id}`, async (route) => {
        if (route.request().method() === 'PUT') await seen;
        await route.continue();
      });
      await pressMiddle(page.getByRole('button', { name: 'Save Changes' }));
      await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
      letGo();
      await expect(page).toHaveURL(`/specimen/${id}`);
      await expect(toastOn(page)).toHaveText(
        'Specimen UpdatedThe specimen has been successfully updated',
      );
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText('Hidden from Gallery')).toBeVisible();
      const stored = await readSpecimen(context, id);
      expect(stored).toMatchObject({
        title,
        category: 'Fossils',
        description: 'Seen again.',
        origin: 'Whitby, England',
        dimensions: '9 cm',
        weight: '1 kg',
        acquisitionDate: '2024-02-29',
        tags: ['ammonite', 'jurassic'],
        visible: false,
        price: '1300.00',
        shippingPrice: '0.00',
        quantity: 4,
        forSale: true,
        status: 'pending',
      });
      expect(stored.main).toMatchObject({ alt: 'An ammonite from the front.', light: 'daylight' });
    },
  );
}

test('an acquisition date in words is shown and kept, and a date can be cleared', async ({
  page,
  context,
}) => {
  const { id } = await addSpecimen(context, {
    title: 'Acquired long ago',
    acquisitionDate: 'about 1987',
  });
  await openEdit(page, id);
  await expect(page.getByLabel('Acquired on')).toHaveValue('about 1987');
  await page.getByLabel('Weight').fill('3 g');
  await save(page);
  await expect(page).toHaveURL(`/specimen/${id}`);
  expect(await readSpecimen(context, id)).toMatchObject({
    acquisitionDate: 'about 1987',
    weight: '3 g',
  });

  await openEdit(page, id);
  await page.getByLabel('Acquired on').fill('');
  await save(page);
  await expect(page).toHaveURL(`/specimen/${id}`);
  expect(await readSpecimen(context, id)).toMatchObject({ acquisitionDate: null });
});

test('missing and refused fields have a message, and nothing typed is lost', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(500), answered(409), /ERR_FAILED/);
  const { id } = await addSpecimen(context, { title: 'Kept as typed' });
  await openEdit(page, id);
  await page.getByLabel('Title').fill(' ');
  await save(page);
  await expect(toastOn(page)).toHaveText('Validation ErrorTitle is required');
  await page.getByLabel('Title').fill('Typed anew');
  await page.getByRole('radio', { name: 'Minerals' }).evaluate((radio: HTMLInputElement) => {
    radio.checked = false;
  });
  await save(page);
  await expect(toastOn(page)).toHaveText('Validation ErrorCategory is required');
  await page.getByRole('radio', { name: 'Minerals' }).check();

  for (const [response, message] of [
    [
      { status: 409, json: { code: 'state_conflict', message: 'Order #7 holds it.' } },
      'Update FailedOrder #7 holds it.',
    ],
    [{ status: 500, body: 'Oh' }, 'Update Failed500: Oh'],
    [null, 'Update FailedAn unknown error occurred'],
  ] as const) {
    await page.route(`/api/specimens/${id}`, (route) =>
      response ? route.fulfill(response) : route.abort(),
    );
    await save(page);
    await expect(toastOn(page)).toHaveText(message);
    await expect(page.getByLabel('Title')).toHaveValue('Typed anew');
    await page.unroute(`/api/specimens/${id}`);
  }
  await save(page);
  await expect(page).toHaveURL(`/specimen/${id}`);
});

test('the edit page shows that it is loading, and that a specimen does not exist', async ({
  page,
  complaints,
}) => {
  complaints.expect(answered(404));
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/specimens/999999', async (route) => {
    await seen;
    await route.continue();
  });
  await page.goto('/edit/999999');
  await expect(page.getByText('Loading specimen data...')).toBeVisible();
  letGo();
  await expect(
    page.getByText('Failed to load specimen data. The specimen might not exist.'),
  ).toBeVisible();
  await page.goto('/edit/abc');
  await expect(
    page.getByText('Failed to load specimen data. The specimen might not exist.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Go Back to Manage' }).click();
  await expect(page).toHaveURL('/manage');
});

test(
  'additional pictures are described, added, removed, taken back and put in order',
  { tag: '@phone' },
  async ({ page, context }, { project }) => {
    const { id, additional } = await addSpecimen(context, { title: `Arranged, ${project.name}` }, [
      'a.jpg',
      'b.jpg',
      'c.jpg',
    ]);
    await openEdit(page, id);
    const rows = page.getByRole('list', { name: 'Additional images' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove Photo 1' }).click();
    await expect(rows.first()).toContainText('Removed when you save');
    await expect(page.getByRole('button', { name: 'Undo: keep Photo 1' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove Photo 1' })).toBeFocused();
    await page.getByRole('button', { name: 'Remove Photo 2' }).click();
    await page.getByRole('button', { name: 'Move Photo 3 earlier' }).click();
    await page.getByRole('button', { name: 'Move Photo 3 earlier' }).click();
    await page.getByLabel('Alt text of Photo 3').fill('The back, under the lamp');
    await rows.first().getByLabel('Light').selectOption('Long-wave UV');
    await page
      .getByLabel('Additional Images', { exact: true })
      .setInputFiles(await pictureFile('mistake.jpg'));
    await page.getByRole('button', { name: 'Remove mistake.jpg' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Add images' })).toBeFocused();
    await page
      .getByLabel('Additional Images', { exact: true })
      .setInputFiles(await pictureFile('new.jpg'));
    await page.getByLabel('Alt text of new.jpg').fill('The old label');
    await page.getByRole('button', { name: 'Move new.jpg earlier' }).click();
    await page.getByRole('button', { name: 'Move new.jpg earlier' }).click();

    // A pin is put where the picture is tapped, dragged, and moved by arrow keys.
    const damage = page.locator('details').filter({ hasText: 'Damage and repairs' }).first();
    await damage.getByText('Damage and repairs').click();
    const frame = damage.locator('.cursor-crosshair');
    await frame.scrollIntoViewIfNeeded();
    const { width, height } = await frame.evaluate((picture) => picture.getBoundingClientRect());
    await frame.click({ position: { x: width / 4, y: height / 4 } });
    const pin = damage.getByRole('button', { name: /^Pin 1 / });
    await pin.dragTo(frame, { targetPosition: { x: width / 2, y: height / 4 } });
    await pin.press('ArrowDown');
    await damage.getByLabel('Note').fill('2 mm');
    const add = damage.getByRole('button', { name: 'Add a pin in the middle' });
    await add.click();
    await damage.getByRole('button', { name: 'Remove pin 2' }).press('Enter');
    await expect(add).toBeFocused();
    await save(page);
    await expect(page).toHaveURL(`/specimen/${id}`);

    const stored = await readSpecimen(context, id);
    expect(stored.additional.map(({ alt }) => alt)).toEqual([
      'The back, under the lamp',
      'The old label',
      `Arranged, ${project.name}`,
    ]);
    expect(stored.additional[0]).toMatchObject({ id: additional[2]?.id, light: 'long-wave-uv' });
    expect(stored.additional[2]?.id).toBe(additional[0]?.id);
    const [stuck] = (stored.main.kind === 'picture' && stored.main.pins) || [];
    expect(stuck).toEqual({
      kind: 'contact',
      note: '2 mm',
      x: expect.closeTo(0.5, 1),
      y: expect.closeTo(0.26, 1),
    });
  },
);

test('when new pictures fail, the fields stay saved and the rest can be saved again', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(422));
  const { id } = await addSpecimen(context, { title: 'Half saved' });
  await openEdit(page, id);
  await page.getByLabel('Title').fill('Wholly saved');
  await page
    .getByLabel('Additional Images', { exact: true })
    .setInputFiles(await pictureFile('new.jpg'));
  const message = '“new.jpg” is damaged and can’t be read. Please choose another file.';
  await page.route(`/api/specimens/${id}/images`, (route) =>
    route.fulfill({ status: 422, json: { code: 'unreadable_file', message } }),
  );
  await save(page);
  await expect(toastOn(page)).toHaveText(`Update Failed${message}`);
  await page.unroute(`/api/specimens/${id}/images`);
  await save(page);
  await expect(page).toHaveURL(`/specimen/${id}`);
  const stored = await readSpecimen(context, id);
  expect(stored).toMatchObject({ title: 'Wholly saved' });
  expect(stored.additional).toHaveLength(1);
});

test('pictures that another window arranged meanwhile are offered as a conflict, and nothing is sent twice', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(412));
  const { id, additional } = await addSpecimen(context, { title: 'Arranged twice' }, [
    'a.jpg',
    'b.jpg',
  ]);
  await openEdit(page, id);
  await page.getByRole('button', { name: 'Move Photo 2 earlier' }).click();
  await page
    .getByLabel('Additional Images', { exact: true })
    .setInputFiles(await pictureFile('new.jpg'));
  // Between the new file and the new order somebody else saves.
  let isFirst = true;
  await page.route(`/api/specimens/${id}/images`, async (route) => {
    if (route.request().method() === 'PUT' && isFirst) {
      isFirst = false;
      await context.request.put(`/api/specimens/${id}`, {
        data: { title: 'Theirs', category: 'Minerals' },
      });
    }
    await route.continue();
  });
  await save(page);
  const conflict = page.getByRole('region', { name: 'This specimen has changed' });
  await conflict.getByRole('button', { name: 'Keep all of mine' }).click();
  await conflict.getByRole('button', { name: 'Save this version' }).click();
  await expect(page).toHaveURL(`/specimen/${id}`);
  const stored = await readSpecimen(context, id);
  expect(stored.title).toBe('Arranged twice');
  expect(stored.additional.map((medium) => medium.id).slice(0, 2)).toEqual([
    additional[1]?.id,
    additional[0]?.id,
  ]);
  expect(stored.additional).toHaveLength(3);
});

test('of two windows the later one sees both versions and chooses; nothing is overwritten silently', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(412));
  const { id } = await addSpecimen(context, {
    title: 'Begun alike',
    origin: 'Peru',
    price: '100.00',
  });
  const other = await context.newPage();
  await openEdit(page, id);
  await openEdit(other, id);
  await other.getByLabel('Title').fill('Theirs');
  await other.getByLabel('Origin / Location').fill('Huanzala, Peru');
  await save(other);
  await expect(other).toHaveURL(`/specimen/${id}`);

  await page.bringToFront();
  await page.getByLabel('Title').fill('Mine');
  await page.getByLabel('Price ($)', { exact: true }).fill('120.00');
  await save(page);
  const conflict = page.getByRole('region', { name: 'This specimen has changed' });
  await expect(conflict.getByRole('heading')).toBeFocused();
  expect((await readSpecimen(context, id)).title).toBe('Theirs');
  const field = (name: string | RegExp) => conflict.getByRole('group', { name });
  await expect(conflict.getByRole('group')).toHaveCount(3);
  await expect(field(/Title.*changed by both/)).toContainText('Mine');
  await expect(field(/Title/).getByRole('radio').first()).toBeChecked();
  await expect(
    field('Origin / Location').getByRole('radio', { name: /Huanzala, Peru/ }),
  ).toBeChecked();
  await expect(field('Price ($)').getByRole('radio', { name: /120\.00/ })).toBeChecked();
  await conflict.getByRole('button', { name: 'Keep all of mine' }).click();
  await expect(field('Origin / Location').getByRole('radio', { name: /^Mine/ })).toBeChecked();
  await conflict.getByRole('button', { name: 'Back to the form' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Mine');
  await save(page);
  await field(/Title/)
    .getByRole('radio', { name: /^Theirs/ })
    .check();
  await conflict.getByRole('button', { name: 'Save this version' }).click();
  await expect(page).toHaveURL(`/specimen/${id}`);
  expect(await readSpecimen(context, id)).toMatchObject({
    title: 'Theirs',
    origin: 'Huanzala, Peru',
    price: '120.00',
  });
});

test('the switch in Manage causes no conflict and is not undone by an edit', async ({
  page,
  context,
}) => {
  const { id } = await addSpecimen(context, { title: 'Hidden meanwhile' });
  await openEdit(page, id);
  await context.request.put(`/api/specimens/${id}`, { data: { visible: false } });
  await page.getByLabel('Weight').fill('3 g');
  await save(page);
  await expect(page).toHaveURL(`/specimen/${id}`);
  expect(await readSpecimen(context, id)).toMatchObject({ weight: '3 g', visible: false });
});

test('after the session has ended, saving asks for the login and keeps what was typed', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(401));
  const { id } = await addSpecimen(context, { title: 'Edited through a login' });
  await openEdit(page, id);
  await page.getByLabel('Description').fill('Typed before the session ended.');
  await context.clearCookies();
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Description')).toHaveValue('Typed before the session ended.');
  await save(page);
  await expect(page).toHaveURL(`/specimen/${id}`);
  expect((await readSpecimen(context, id)).description).toBe('Typed before the session ended.');
});

test('leaving the edit page asks for confirmation only while something is unsaved', async ({
  page,
  context,
}) => {
  const { id } = await addSpecimen(context, { title: 'Left alone' });
  await openEdit(page, id);
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/specimen/${id}`);
  await openEdit(page, id);
  await page.getByLabel('Alt text of the image').fill('Something else');
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(`/specimen/${id}`);
});

test('upload, Manage and edit are accessible on phone and desktop, light and dark', async ({
  page,
  context,
}) => {
  test.slow();
  const { id, title } = await addSpecimen(
    context,
    { title: titled('Looked at by everybody'), visible: false },
    ['a.jpg', 'b.jpg'],
  );
  for (const path of ['/upload', `/manage?search=${encodeURIComponent(title)}`, `/edit/${id}`]) {
    await page.goto(path);
    // Whatever is folded is looked at too.
    await expect(async () => {
      for (const part of await page.locator('main details').all())
        await part.evaluate((element) => element.setAttribute('open', ''));
      await expect(page.getByRole('main').getByRole('switch').first()).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
    if (path === '/upload') await page.getByRole('button', { name: 'Upload Specimen' }).click();
    await expectNoViolations(page, { widths: [1440, 390] });
  }
});

test('a piece that can’t be loaded isn’t uploaded again from a blank form', {
  tag: '@phone',
}, async ({ page, context, complaints }) => {
  const { id } = await addSpecimen(context, { title: titled('Cancelled') });
  await page.goto(`/upload?again=${id}`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/edit/${id}`);
  complaints.expect(answered(404));
  await page.goto('/upload?again=999999999');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Couldn’t load the specimen to replace.' }),
  ).toBeVisible();
  await expect(page.getByLabel('Main Image', { exact: true })).toBeHidden();
});
