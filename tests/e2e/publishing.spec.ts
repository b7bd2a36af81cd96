import { atBothSizes, expect, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { addSpecimen, readSpecimen, titled } from '#tests/support/e2e-specimens.ts';
import { expectNoViolations } from './no-violations.ts';

// Other tests look at pages of the shared shop, where a piece that is hidden or deleted would be missing.
const test = testWithOwnShop();

const disclosures = [{ kind: 'none-known' as const, note: '' }];

for (const [size, tag] of atBothSizes) {
  test(`hidden pieces are put on sale at once, and one without a price is asked about${size}`, {
    tag,
  }, async ({ page, context }) => {
    await logIn(context);
    const word = titled('Papagoite').replace(' ', '');
    const ready = await addSpecimen(context, {
      title: `${word} a`,
      price: '45',
      visible: false,
      disclosures,
    });
    const unpriced = await addSpecimen(context, {
      title: `${word} b`,
      visible: false,
      disclosures,
    });
    const manage = `/manage?search=${word}&visibility=hidden`;
    const publish = async (name: string) => {
      await page.goto(manage);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('button', { name: /^Select (all|it)/ }).click();
      await page.getByRole('button', { name: 'Publish these' }).click();
      const preview = page.getByRole('dialog', { name: 'Publish and list for sale' });
      await expect(preview.getByRole('button', { name })).toBeVisible();
      return preview;
    };
    const preview = await publish('Publish 1 specimen');
    await expect(preview).toContainText(`1 without a price: “${word} b”`);
    await expect(preview.getByRole('listitem').filter({ hasText: `${word} a` })).toContainText(
      'Hidden, not for sale → becomes Visible, for sale',
    );
    await expectNoViolations(page);
    await preview.getByRole('link', { name: 'Open it' }).click();

    const price = page.getByLabel('Price ($)', { exact: true });
    await price.fill('120,50');
    await page.keyboard.press('Enter');
    const asked = page
      .getByRole('form', { name: 'Edit Specimen' })
      .getByText('Did you mean $120.50?');
    await expect(asked).toBeVisible();
    await expect(price).toBeFocused();
    await page.getByRole('button', { name: 'Use $120.50' }).click();
    await expect(price).toHaveValue('120.50');
    await expect(asked).toBeHidden();
    await page.getByRole('button', { name: 'Don’t list it for sale' }).click();
    await expect(
      page.getByText('Not for sale: buyers see the price, but can’t order.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'List it for sale' }).click();
    await expect(page.getByText('For sale once it’s in the gallery.')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Save and finish' }).click();
    await expect(page).toHaveURL('/manage?visibility=hidden');
    expect(await readSpecimen(context, unpriced.id)).toMatchObject({
      price: '120.50',
      forSale: true,
      visible: false,
    });

    await (await publish('Publish 2 specimens'))
      .getByRole('button', { name: 'Publish 2 specimens' })
      .click();
    await expect(toastOn(page)).toContainText(
      '2 specimens published. You can undo it in Manage for 10 minutes.',
    );
    for (const { id } of [ready, unpriced])
      expect(await readSpecimen(context, id)).toMatchObject({
        visible: true,
        forSale: true,
        available: 1,
      });
    await page.getByRole('button', { name: 'Undo: Publish and list for sale' }).click();
    await expect(toastOn(page).filter({ hasText: '2 specimens restored.' })).toBeVisible();
    expect(await readSpecimen(context, ready.id)).toMatchObject({ visible: false, forSale: false });
    expect(await readSpecimen(context, unpriced.id)).toMatchObject({
      visible: false,
      forSale: true,
    });
  });
}

test('where several hidden pieces disclose nothing, it is said of all of them on the way to publishing', async ({
  page,
  context,
}) => {
  await logIn(context);
  const word = titled('Veszelyite').replace(' ', '');
  const bare = { price: '45', visible: false, disclosures: [] };
  const added = [
    await addSpecimen(context, { ...bare, title: `${word} a` }),
    await addSpecimen(context, { ...bare, title: `${word} b` }),
  ];
  await page.goto(`/manage?search=${word}&visibility=hidden`);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: /^Select (all|it)/ }).click();
  await page.getByRole('button', { name: 'Publish these' }).click();
  await page.getByRole('button', { name: 'Disclose the same for all 2' }).press('Enter');
  await page.getByRole('button', { name: 'Preview changes' }).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please choose at least one');
  await page.getByRole('checkbox', { name: 'None known' }).press('Space');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Preview changes' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Disclose “None known”' })).toContainText(
    'Nothing disclosed → becomes None known',
  );
  // The focus is never nowhere, however long it takes.
  const [changed, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const later = (address: string, answer: Promise<void>) =>
    page.route(address, async (route) => {
      if (route.request().method() === 'POST') await answer;
      await route.continue();
    });
  await later('/api/manage/bulk-edits/*/apply', changed.promise);
  await later('/api/manage/bulk-edits', checked.promise);
  await page.getByRole('button', { name: 'Change 2 specimens' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Working...' })).toBeFocused();
  await page.keyboard.press('Enter');
  changed.resolve();
  await expect(toastOn(page)).toContainText(
    '2 specimens changed. You can undo it in Manage for 10 minutes.',
  );
  const checking = page.getByRole('button', { name: 'Checking...' });
  await expect(checking).toBeFocused();
  await checking.press('Enter');
  checked.resolve();
  await page.getByRole('button', { name: 'Publish 2 specimens' }).click();
  await expect(toastOn(page).filter({ hasText: '2 specimens published.' })).toBeVisible();
  for (const { id } of added)
    expect(await readSpecimen(context, id)).toMatchObject({
      visible: true,
      forSale: true,
      disclosures: [{ kind: 'none-known' }],
    });
});

test('a price that is set for many is asked about, and a storage place is set and undone', async ({
  page,
  context,
}) => {
  await logIn(context);
  const word = titled('Shattuckite').replace(' ', '');
  const { id } = await addSpecimen(context, {
    title: word,
    price: '45',
    storagePlace: 'Old place',
  });
  const edit = async (kind: string) => {
    await page.goto(`/manage?search=${word}`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: `Select ${word}` }).check();
    await page.getByRole('button', { name: 'Bulk edit' }).click();
    await page.getByLabel('What to change').selectOption(kind);
  };
  const preview = () => page.getByRole('button', { name: 'Preview changes' }).click();
  await edit('Price');
  await page.getByRole('radio', { name: 'Set' }).check();
  await page.getByLabel('New price ($)').fill('€ 1.250');
  await preview();
  await expect(page.getByText('Did you mean $1,250.00?')).toBeVisible();
  await page.getByRole('button', { name: 'Use $1,250.00' }).click();
  await expect(page.getByText('Did you mean')).toBeHidden();
  await preview();
  await page.getByRole('button', { name: 'Change 1 specimen' }).click();
  await expect(toastOn(page)).toContainText('Set the price to $1,250.00');

  await edit('Storage place');
  await page.getByLabel('Storage place').fill('Cabinet 2');
  await preview();
  await expect(page.getByRole('dialog')).toContainText('Old place → becomes Cabinet 2');
  await page.getByRole('button', { name: 'Change 1 specimen' }).click();
  await expect(toastOn(page).filter({ hasText: 'Cabinet 2' })).toBeVisible();
  expect(await readSpecimen(context, id)).toMatchObject({
    price: '1250.00',
    storagePlace: 'Cabinet 2',
  });
  await page.getByRole('button', { name: /^Undo: Set the storage place/ }).click();
  await expect.poll(async () => (await readSpecimen(context, id)).storagePlace).toBe('Old place');
});
