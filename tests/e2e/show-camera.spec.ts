/** The camera of the page of the show. The browser without windows has none: a canvas stands in for it, with a label before it. */
import { encode } from 'uqr';
import { labelCodeOf } from '#contract/label-code.ts';
import { expect, logIn, test } from '#tests/support/e2e.ts';
import { addSpecimen } from '#tests/support/e2e-specimens.ts';

/** Runs in the page. @param rows of the code, from above, dark squares true. */
function standInForCamera(rows: boolean[][]) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const scale = 8;
  const paint = () => {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('A canvas without a context');
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = 'black';
    for (const [y, row] of rows.entries())
      for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(150 + x * scale, 80 + y * scale, scale, scale);
    requestAnimationFrame(paint);
  };
  paint();
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
}

test('a label before the camera opens its piece, by a reader that is the shop’s own and there without a network too', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const catalogueNumber = `CAM-${Date.now().toString(36).toUpperCase()}`;
  await logIn(context);
  const { title } = await addSpecimen(context, { title: 'Under the camera', catalogueNumber, price: '80.00', visible: false });
  await page.addInitScript(standInForCamera, encode(labelCodeOf(catalogueNumber), { border: 4 }).data);
  await page.goto('/show');
  await page.getByRole('button', { name: 'Take the pieces along' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('region', { name: 'On this device' })).toContainText('as of just now');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Scan a label' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText(catalogueNumber)).toBeVisible();
});
