/** Pictures of pieces in lists: what lies on them, and how large they are. */
import { atBothSizes, expect, test } from '#tests/support/e2e.ts';

for (const [where, tag] of atBothSizes) {
  test(`a press in the middle of a card's photo opens the piece${where}`, { tag }, async ({
    page,
    isMobile,
  }) => {
    for (const list of ['/', '/?search=quartz', '/collection/crystals', '/species/quartz']) {
      await page.goto(list);
      const card = page.locator('.specimen-card').first();
      const photo = card.locator('.card-picture');
      await photo.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await photo.boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      };
      const title = await card.getByRole('heading').textContent();
      if (isMobile) await page.touchscreen.tap(x + width / 2, y + height / 2);
      else await page.mouse.click(x + width / 2, y + height / 2);
      await expect(page.getByRole('heading', { level: 1, name: title ?? '' }), list).toBeVisible();
    }
  });
}

test('on a tablet the button of a video, the heart and the links of a card keep clear of each other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/?search=sapphire');
  const card = page.getByRole('article').first();
  await card.scrollIntoViewIfNeeded();
  await expect(card.getByRole('button', { name: /(Play|Pause) video/ })).toBeVisible();
  await card.hover();
  const boxes = await card
    .locator('button, .card-quick, .badge')
    .evaluateAll((all) =>
      all
        .filter((element) => !element.closest('.card-more'))
        .map((element) => element.getBoundingClientRect().toJSON()),
    );
  expect(boxes.length).toBeGreaterThanOrEqual(4);
  const cross = boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => [a, b]),
  );
  expect(cross).toEqual([]);
});

test('the pieces of a collection have pictures of one size, however long their titles are', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#collections');
  const sizes = await page.locator('#collections li img').evaluateAll((all) =>
    all.map((picture) => {
      const title = picture.closest('li')?.querySelector('a');
      if (title) title.textContent = 'Clinoferroholmquistite'.repeat(4);
      const { width, height } = picture.getBoundingClientRect();
      return `${width}x${height}`;
    }),
  );
  expect(sizes).toHaveLength(3);
  expect(new Set(sizes).size).toBe(1);
});
