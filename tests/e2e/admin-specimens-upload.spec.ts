import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADMIN, answered, expect, logIn, test, toastOn } from '#tests/support/e2e.ts';
import { addSpecimen, pictureFile, readSpecimen, titled } from '#tests/support/e2e-specimens.ts';
import { pressMiddle } from './press-middle.ts';

test.beforeEach(async ({ context, page }) => {
  await logIn(context);
  await page.goto('/upload');
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Specimen' })).toBeVisible();
});

test(
  'a specimen with five pictures is uploaded and shown',
  { tag: ['@phone', '@journey'] },
  async ({ page, context }, { project }) => {
    test.slow();
    const title = `Veszelyite of the ${project.name} tests`;
    await page
      .getByLabel('Main Image', { exact: true })
      .setInputFiles(await pictureFile('front.jpg'));
    const others = await Promise.all(
      ['left.jpg', 'right.jpg', 'back.jpg', 'label.jpg'].map(pictureFile),
    );
    await page.getByLabel('Additional Images', { exact: true }).setInputFiles(others);
    const list = page.getByRole('list', { name: 'Additional images' });
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await list.getByLabel('Light of right.jpg').selectOption('Detail');
    await page.getByLabel('Title').fill(title);
    await pressMiddle(page.getByText('Crystals', { exact: true }));
    await page.getByLabel('Description').fill('Blue prisms on matrix.');
    await page.getByLabel('Origin / Location').fill('Black Pine Mine, Montana');
    await page.getByLabel('Dimensions').fill('3 x 2 x 1 cm');
    await page.getByLabel('Weight').fill('12 g');
    await page.getByLabel('Acquired on').fill('2019-08-04');
    await page.getByLabel('Tags').fill('copper, #zinc, Copper');
    await page.getByLabel('Catalog number').fill(`${project.name} 009`);
    await page.getByLabel('Price ($)', { exact: true }).fill('$1,250');
    await page.getByLabel('Shipping Price ($)').fill('12.5');
    await page.getByLabel('Quantity').fill('2');
    await pressMiddle(page.getByRole('switch', { name: 'List for sale (enable Venmo checkout)' }));
    const creation = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
    await pressMiddle(page.getByRole('button', { name: 'Upload Specimen' }));
    const created = await (await creation).json();

    await expect(toastOn(page)).toHaveText(
      `Upload Successful${title} has been added to your collection`,
    );
    const banner = page.getByRole('main').getByText(`${title} has been added to your collection.`);
    await expect(banner).toBeInViewport();
    await expect(page.getByLabel('Title')).toHaveValue('');
    await expect(page.getByRole('radio', { name: 'Minerals' })).toBeChecked();
    await expect(
      page.getByRole('switch', { name: 'List for sale (enable Venmo checkout)' }),
    ).not.toBeChecked();
    await expect(list).toBeHidden();
    await expect(page.getByRole('button', { name: `Use next: ${project.name} 010` })).toBeVisible();
    await expect(banner).toBeHidden();

    const stored = await readSpecimen(context, created.id);
    expect(stored).toMatchObject({
      title,
      category: 'Crystals',
      description: 'Blue prisms on matrix.',
      origin: 'Black Pine Mine, Montana',
      dimensions: '3 x 2 x 1 cm',
      weight: '12 g',
      acquisitionDate: '2019-08-04',
      tags: ['copper', 'zinc'],
      price: '1250.00',
      shippingPrice: '12.50',
      quantity: 2,
      forSale: true,
      visible: true,
      status: 'available',
    });
    expect(stored.additional.map((medium) => medium.kind === 'picture' && medium.light)).toEqual([
      null,
      'detail',
      null,
      null,
    ]);
    await page.goto(`/specimen/${created.id}`);
    await expect(page.getByRole('button', { name: /^Show view 5 of 5/ })).toBeVisible();
  },
);

test('missing fields have a message, and nothing is sent', async ({ page }) => {
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(page.getByText('Please provide a title for the specimen')).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByLabel('Title')).toBeInViewport();

  await page.getByLabel('Title').fill('Kermesite');
  await page.getByRole('radio', { name: 'Minerals' }).evaluate((radio: HTMLInputElement) => {
    radio.checked = false;
  });
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(page.getByText('Please select a category')).toBeVisible();

  await page.getByRole('radio', { name: 'Minerals' }).check();
  await page.getByLabel('Price ($)', { exact: true }).fill('0');
  await page.getByLabel('Quantity').fill('some');
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(page.getByText('The price must be above 0')).toBeVisible();
  await expect(page.getByText('Please enter a whole number from 1 to 9999')).toBeVisible();

  // Half a date: the month and nothing else.
  await page.getByLabel('Acquired on').press('1');
  await page.getByLabel('Quantity').fill('1');
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(page.getByText('Please enter a full date, or clear the field')).toBeVisible();
  await page.getByLabel('Acquired on').fill('');
  await page.getByLabel('Price ($)', { exact: true }).fill('on request');
  await expect(
    page.getByText('The price isn’t a number, so buyers see it as text and can’t order online.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(toastOn(page)).toHaveText(
    'No Main Image SelectedPlease select a main image for the specimen',
  );
  await expect(
    page.getByRole('main').getByText('Please select a main image for the specimen'),
  ).toBeVisible();
});

test('a failed upload has a message, and nothing typed or chosen is lost', async ({
  page,
  complaints,
}) => {
  complaints.expect(answered(500), answered(413), /ERR_FAILED/);
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('front.jpg'));
  await page
    .getByLabel('Additional Images', { exact: true })
    .setInputFiles(await pictureFile('side.jpg'));
  await page.getByLabel('Title').fill('Kept when it fails');
  const responses: [
    Parameters<Awaited<Parameters<Parameters<typeof page.route>[1]>[0]>['fulfill']>[0] | null,
    string,
  ][] = [
    [{ status: 500, body: 'the disk is full' }, '500: the disk is full'],
    [
      { status: 413, json: { code: 'too_large', message: '“front.jpg” is too large.' } },
      '“front.jpg” is too large.',
    ],
    [null, 'An unknown error occurred'],
  ];
  for (const [response, message] of responses) {
    await page.route('/api/specimens', (route) =>
      response ? route.fulfill(response) : route.abort(),
    );
    await page.getByRole('button', { name: 'Upload Specimen' }).click();
    await expect(toastOn(page)).toHaveText(`Upload Failed${message}`);
    await page.unroute('/api/specimens');
    await expect(page.getByRole('button', { name: 'Upload Specimen' })).toBeEnabled();
    await expect(page.getByRole('progressbar')).toBeHidden();
    await expect(page.getByLabel('Title')).toHaveValue('Kept when it fails');
    await expect(page.getByText('front.jpg', { exact: true })).toBeVisible();
    await expect(page.getByText('side.jpg', { exact: true })).toBeVisible();
  }
});

test('the server’s message about a file stays beside the pictures until the next upload', async ({
  page,
  complaints,
}) => {
  complaints.expect(answered(422));
  const whole = await pictureFile('whole.jpg');
  const half = {
    ...whole,
    name: 'half.jpg',
    buffer: whole.buffer.subarray(0, whole.buffer.length / 2),
  };
  await page.getByLabel('Main Image', { exact: true }).setInputFiles(half);
  await page.getByLabel('Title').fill('Half a picture');
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('“half.jpg” is damaged');
  await page.getByLabel('Main Image', { exact: true }).setInputFiles(whole);
  await expect(alert).toBeHidden();
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(toastOn(page).filter({ hasText: 'Upload Successful' })).toBeVisible();
});

test('a picture that was changed after it was chosen is asked for again', async ({
  page,
  complaints,
}, info) => {
  complaints.expect(/ERR_UPLOAD_FILE_CHANGED/);
  const { buffer } = await pictureFile('retouched.jpg');
  const file = info.outputPath('retouched.jpg');
  writeFileSync(file, buffer);
  await page.getByLabel('Main Image', { exact: true }).setInputFiles(file);
  await page.getByLabel('Title').fill('Retouched');
  // The browser goes by the time of the last change, in whole seconds.
  utimesSync(file, new Date(), new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText(
    'retouched.jpg was changed or removed. Please choose it again.',
  );
  await page.getByLabel('Main Image', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(toastOn(page).filter({ hasText: 'Upload Successful' })).toBeVisible();
});

test('a field that the server refuses is marked as invalid', async ({ page, complaints }) => {
  complaints.expect(answered(400));
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('front.jpg'));
  await page.getByLabel('Title').fill('Tagged at length');
  await page.getByLabel('Tags').fill('a'.repeat(61));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(toastOn(page)).toContainText('Upload Failed');
  await expect(page.getByLabel('Tags')).toHaveAttribute('aria-invalid', 'true');
});

test('after the session has ended, an upload asks for the login and keeps everything', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(401));
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('front.jpg'));
  await page.getByLabel('Title').fill('Kept through a login');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('Kept through a login');
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(
    page
      .getByRole('main')
      .getByText('Kept through a login has been added to your collection. View it'),
  ).toBeVisible();
});

test('the progress is the share sent, and an upload can be cancelled', async ({ page }) => {
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/specimens', async (route) => {
    await seen;
    await route.abort('aborted');
  });
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('front.jpg'));
  await page.getByLabel('Title').fill('Cancelled');
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  const share = await page.getByRole('progressbar', { name: 'Upload' }).getAttribute('value');
  expect(Number(share)).toBeLessThanOrEqual(95);
  await page.getByRole('button', { name: 'Cancel Upload' }).click();
  letGo();
  await expect(toastOn(page)).toHaveText(
    'Upload CancelledEverything you typed and chose is still here.',
  );
  await expect(page.getByLabel('Title')).toHaveValue('Cancelled');
  await expect(page.getByRole('button', { name: 'Upload Specimen' })).toBeEnabled();
});

test('each file that cannot be accepted is refused with its reason', async ({ page }) => {
  const picture = await pictureFile('good.jpg');
  await page
    .getByLabel('Additional Images', { exact: true })
    .setInputFiles([
      picture,
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
      { name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
      { name: 'IMG_1.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ]);
  const reasons = page.getByRole('alert').getByRole('listitem');
  await expect(reasons).toHaveCount(3);
  await expect(reasons.nth(0)).toContainText('We can’t use letter.pdf');
  await expect(reasons.nth(1)).toHaveText('nothing.png is empty.');
  await expect(reasons.nth(2)).toContainText('We can’t use IMG_1.txt');
  await expect(
    page.getByRole('list', { name: 'Additional images' }).getByRole('listitem'),
  ).toHaveCount(1);
  await page.getByLabel('Additional Images', { exact: true }).setInputFiles(picture);
  await expect(reasons).toHaveText(['good.jpg is already chosen.']);
  await expect(
    page.getByRole('list', { name: 'Additional images' }).getByRole('listitem'),
  ).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Additional images' })).toContainText(
    /\d+ bytes|\d\.\d KB/,
  );
});

test('additional pictures are put in order by keyboard and by dragging', async ({ page }) => {
  const names = ['one.jpg', 'two.jpg', 'three.jpg'];
  await page
    .getByLabel('Additional Images', { exact: true })
    .setInputFiles(await Promise.all(names.map(pictureFile)));
  const rows = page.getByRole('list', { name: 'Additional images' }).getByRole('listitem');
  const order = async (...expected: string[]) => {
    for (const [place, name] of expected.entries())
      await expect(rows.nth(place)).toContainText(name);
  };
  await order('one.jpg', 'two.jpg', 'three.jpg');
  await page.getByRole('button', { name: 'Move three.jpg earlier' }).focus();
  await page.keyboard.press('Enter');
  await order('one.jpg', 'three.jpg', 'two.jpg');
  await expect(page.getByText('three.jpg is now number 2 of 3.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move three.jpg earlier' })).toBeFocused();
  await page.keyboard.press('Enter');
  await order('three.jpg', 'one.jpg', 'two.jpg');
  await expect(page.getByRole('button', { name: 'Move three.jpg later' })).toBeFocused();

  const handle = await rows.nth(0).getByTitle('Drag to another place').boundingBox();
  const last = await rows.nth(2).boundingBox();
  if (!handle || !last) throw new Error('The rows are not on the page');
  await page.mouse.move(handle.x + 8, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(handle.x + 8, handle.y + 80, { steps: 5 });
  await page.mouse.move(last.x + 60, last.y + last.height / 2, { steps: 5 });
  await page.mouse.up();
  await order('one.jpg', 'two.jpg', 'three.jpg');
  await page.getByRole('button', { name: 'Remove two.jpg' }).click();
  await order('one.jpg', 'three.jpg');
  await expect(page.getByText('Removed: two.jpg.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Add images' })).toBeFocused();
});

test('pictures dropped anywhere on the page are added, the first as the main one', async ({
  page,
}) => {
  const files = await Promise.all(['first.jpg', 'second.jpg'].map(pictureFile));
  const dropped = files.map(({ name, buffer }) => ({ name, bytes: [...buffer] }));
  await page.getByLabel('Title').evaluate((field, given) => {
    const data = new DataTransfer();
    for (const { name, bytes } of given)
      data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
    field.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  }, dropped);
  await expect(page.getByRole('figure')).toContainText('first.jpg');
  await expect(page.getByRole('list', { name: 'Additional images' })).toContainText('second.jpg');
});

test('leaving with unsaved work asks for confirmation', async ({ page }) => {
  await page.getByLabel('Title').fill('Half a title');
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/upload');
  await expect(page.getByLabel('Title')).toHaveValue('Half a title');

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const browsers = await asked;
  expect(browsers.type()).toBe('beforeunload');
  await browsers.dismiss();

  await page.getByRole('link', { name: 'Return to Main Page' }).click();
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('a video has a poster that the browser took', async ({ page, context }) => {
  test.slow();
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(path.resolve('demo/video/pyrite-navajun.mp4'));
  await page.getByLabel('Title').fill('Turning in the light');
  const creation = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const created = await (await creation).json();
  const { main, mediaType } = await readSpecimen(context, created.id);
  expect(mediaType).toBe('video');
  expect(main.kind === 'film' && main.poster.width).toBeGreaterThan(300);
});

test('a video that cannot be read is refused before anything is sent', async ({ page }) => {
  const video = {
    name: 'odd.mov',
    mimeType: 'video/quicktime',
    buffer: Buffer.from('no film at all'),
  };
  await page.getByLabel('Main Image', { exact: true }).setInputFiles(video);
  await page.getByLabel('Title').fill('Cannot be played');
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(toastOn(page)).toContainText('Upload FailedWe can’t read odd.mov as a video.');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Please choose another MP4 or MOV file.',
  );
  await expect(page.getByLabel('Title')).toHaveValue('Cannot be played');
});

test('logging out with a half-typed form asks once, and goes on where it is declined', async ({
  page,
}) => {
  await page.getByLabel('Title').fill('Half a Legrandite');
  // Before a pause has stored it.
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Log out and lose it?' });
  await expect(question).toContainText(
    'You haven’t uploaded what you typed for “Half a Legrandite”.',
  );
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a Legrandite');
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
});

test('a piece that changes while it is uploaded again is loaded once more, and keeps what was typed', {
  tag: '@phone',
}, async ({ page, context, complaints }) => {
  const { id } = await addSpecimen(context, { title: titled('Again'), price: '50.00' });
  await page.goto(`/upload?again=${id}`);
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('better.jpg'));
  await page.getByLabel('Dimensions').fill('7 cm');
  const { title, category } = await readSpecimen(context, id);
  await context.request.put(`/api/specimens/${id}`, { data: { title, category, price: '80' } });
  complaints.expect(answered(412));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'This specimen has changed since you opened it. Nothing was saved.' });
  await expect(alert).toBeInViewport();
  await alert.getByRole('button', { name: 'Load changes' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByLabel('Price ($)', { exact: true })).toHaveValue('80.00');
  await expect(page.getByLabel('Dimensions')).toHaveValue('7 cm');
  await expect(page.getByText('better.jpg')).toBeVisible();
  const creation = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const { id: successor, ...saved } = await (await creation).json();
  expect(saved).toMatchObject({ price: '80.00', dimensions: '7 cm' });
  await expect(page).toHaveURL(`/specimen/${successor}`);
});
