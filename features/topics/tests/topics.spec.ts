import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { expect, logIn, test } from '#tests/support/e2e.ts';
import { addSpecimen, titled } from '#tests/support/e2e-specimens.ts';

test('the facts of a piece lead to its species and to where it comes from, and from there to its like', async ({
  page,
  context,
}) => {
  await logIn(context);
  const title = titled('Hemimorphite');
  const mine = titled('Ojuela Mine');
  const { id } = await addSpecimen(context, {
    title,
    species: ['Hemimorphite'],
    locality: [mine, 'Durango', 'Mexico'],
    coordinates: { latitude: 25.79, longitude: -103.79 },
    disclosures: [{ kind: 'repaired', note: 'one crystal' }],
  });
  const main = {
    alt: 'From the front',
    light: null,
    pins: [{ kind: 'chip', x: 0.5, y: 0.25, note: '2 mm' }],
  };
  expect(
    (await context.request.put(`/api/specimens/${id}/images`, { data: { main, images: [] } })).ok(),
  ).toBe(true);
  await context.clearCookies();

  await page.goto(`/specimen/${id}`);
  await expect(page.getByText('1. Chip, 2 mm (photo 1, top)')).toBeVisible();
  const button = page.getByRole('button', { name: 'Show damage on the photos' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  const picture = page.getByRole('link', { name: 'Enlarge: From the front' });
  const pin = picture.getByText('1', { exact: true });
  await expect(pin).toBeVisible();
  const [at, around] = [await pin.boundingBox(), await picture.boundingBox()];
  expect(
    ((at?.y ?? 0) + (at?.height ?? 0) / 2 - (around?.y ?? 0)) / (around?.height ?? 1),
  ).toBeCloseTo(0.25, 1);

  // Over the whole screen too, where they stay with the picture and a list says what they are.
  await picture.click();
  const zoom = page.getByRole('dialog', { name: /enlarged$/ });
  await expect(zoom.getByRole('listitem')).toHaveText(['1. Chip, 2 mm']);
  const large = zoom.locator('[aria-hidden="false"] img.pswp__img:not(.pswp__img--placeholder)');
  const enlarged = zoom.locator('.pswp__pins').getByText('1', { exact: true });
  const height = async () => {
    const [mark, whole] = [await enlarged.boundingBox(), await large.boundingBox()];
    return ((mark?.y ?? 0) + (mark?.height ?? 0) / 2 - (whole?.y ?? 0)) / (whole?.height ?? 1);
  };
  await expect(enlarged).toBeVisible();
  expect(await height()).toBeCloseTo(0.25, 2);
  await page.keyboard.press('z');
  await expect.poll(height).toBeCloseTo(0.25, 2);
  const toggle = zoom.getByRole('button', { name: 'Show damage' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect(enlarged).toBeHidden();
  await expect(zoom.getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(zoom).toHaveCount(0);

  await button.click();
  await expect(pin).toHaveCount(0);

  await page.locator('summary').filter({ hasText: 'Species and color' }).click();
  await page.getByRole('link', { name: 'Hemimorphite', exact: true }).click();
  await expect(page).toHaveURL('/species/hemimorphite');
  await expect(page.getByRole('heading', { level: 1, name: 'Hemimorphite' })).toBeVisible();
  await expect(page.getByText('Orthorhombic')).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('link', { name: mine }).click();

  await expect(page.getByRole('heading', { level: 1, name: mine })).toBeVisible();
  // The outlines are a file of their own, which the browser must be let to draw.
  const outlines = page.locator('svg use');
  await expect.poll(async () => ((await outlines.boundingBox())?.width ?? 0) > 100).toBe(true);
  await expectNoViolations(page, { widths: [390, 1440] });
  await page
    .getByRole('navigation', { name: 'Location' })
    .getByRole('link', { name: 'Mexico' })
    .click();
  await expect(page.getByRole('heading', { name: 'Places in Mexico' })).toBeVisible();

  // As a crawler and a visitor without scripts get it, under the one spelling of its path.
  const answer = await context.request.get('/species/Calamine?ref=mail', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([
    301,
    '/species/hemimorphite?ref=mail',
  ]);
  const html = await (await context.request.get(new URL(page.url()).pathname)).text();
  expect(html).toContain('"@type":"BreadcrumbList"');
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/locality\/\d+-mexico"/);
  expect((await context.request.get('/species/hermanovite')).status()).toBe(404);
  expect(await (await context.request.get('/species/zircon')).text()).toContain(
    'content="noindex, follow"',
  );
});
