import type { BrowserContext, Page } from '@playwright/test';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { expect, logIn, placeOrder, test, unfold } from '#tests/support/e2e.ts';
import { addSpecimen } from '#tests/support/e2e-specimens.ts';

const LONG =
  `${'Exceptionally well crystallised rhombohedral rhodochrosite with tetrahedrite '.repeat(3)}`.slice(
    0,
    200,
  );
const RIGHT_TO_LEFT =
  'بلورات الكوارتز الشفافة على مصفوفة من الكالسيت الأبيض من الجبال العالية في الجنوب';

/** The size of the page that would be printed, and whether anything of the layout would be. */
async function printed(page: Page): Promise<{ page: string; pages: number; layout: number }> {
  await page.emulateMedia({ media: 'print' });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const layout = await page
    .getByRole('banner')
    .or(page.getByRole('button', { name: 'Print' }))
    .filter({ visible: true })
    .count();
  await page.emulateMedia({ media: null });
  const boxes = [...pdf.matchAll(/\/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)/g)].map(
    // Points; 72 to the inch.
    ([, width, height]) =>
      `${Math.round((Number(width) / 72) * 25.4)} × ${Math.round((Number(height) / 72) * 25.4)} mm`,
  );
  expect(new Set(boxes).size).toBe(1);
  return { page: boxes[0] ?? '', pages: boxes.length, layout };
}

/** Without it there is no invoice. */
async function setAddress(owner: BrowserContext): Promise<void> {
  const { paper } = await (await owner.request.get('/api/settings')).json();
  const data = { ...paper, sellerAddress: '12 Vein Street\nButte, MT' };
  expect((await owner.request.put('/api/settings/paper', { data })).status()).toBe(200);
}

test('the admin prints slip, invoice, labels and certificate of an order', async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  const specimen = await piece('printed');
  const buyer = await otherBrowser();
  const order: PlacedOrder['order'] = await placeOrder(buyer, [specimen]);
  await logIn(context);
  await setAddress(context);
  await context.request.put(`/api/orders/${order.id}/status`, { data: { status: 'paid' } });

  await page.goto(`/orders?order=${order.id}`);
  await unfold(page, 'Documents');
  const paper = page.getByRole('region', { name: 'Documents' });
  await paper.getByRole('link', { name: 'Packing slip' }).click();
  const slip = page.getByRole('article', { name: `Packing slip of order #${order.id}` });
  await expect(slip).toContainText(specimen.title);
  await expect(slip).not.toContainText('$');
  expect(await printed(page)).toEqual({ page: '216 × 279 mm', pages: 1, layout: 0 });

  await page.goto(`/print/invoices?orders=${order.id}&size=a4`);
  await page.getByRole('button', { name: 'Make invoice' }).click();
  const invoice = page.getByRole('article', { name: /^Invoice \d+$/ });
  await expect(invoice).toContainText('Paid in full.');
  expect(await printed(page)).toEqual({ page: '210 × 297 mm', pages: 1, layout: 0 });

  // Labels of the longest titles, from what Manage shows.
  const other = await piece('labelled');
  for (const [{ id }, title] of [
    [specimen, LONG],
    [other, RIGHT_TO_LEFT],
  ] as const) {
    const data = {
      title,
      category: 'Minerals',
      origin: LONG,
      dimensions: '123.4 x 123.4 x 123.4 cm with its stand and its box',
      weight: '12.5 kg',
      species: ['Rhodochrosite', 'Fluorapatite', 'Tetrahedrite'],
      condition: LONG,
      disclosures: [{ kind: 'repaired', note: LONG }],
    };
    expect((await context.request.put(`/api/specimens/${id}`, { data })).status()).toBe(200);
  }
  for (const [stock, size, pages] of [
    ['roll-50x30', '50 × 30 mm', 2],
    ['roll-70x35', '70 × 35 mm', 2],
    ['roll-62x29', '62 × 29 mm', 2],
    ['roll-90x29', '90 × 29 mm', 2],
    ['letter-30', '216 × 279 mm', 1],
    ['a4-24', '210 × 297 mm', 1],
  ] as const) {
    await page.goto(`/print/labels?specimens=${specimen.id},${other.id}&stock=${stock}&first=2`);
    const labels = page.getByRole('region', { name: /^Label of/ });
    await expect(labels).toHaveCount(2);
    await expect(labels.last()).toContainText(`#${other.id}`);
    // Nothing that is written reaches beyond its label.
    const overflows = await labels.evaluateAll((all) =>
      all
        .flatMap((label) =>
          [label, ...label.children].filter((part) => part.scrollHeight > part.clientHeight + 1),
        )
        .map((part) => part.className),
    );
    expect(overflows, stock).toEqual([]);
    expect(await printed(page)).toEqual({ page: size, pages, layout: 0 });
  }

  await page.goto(`/orders?order=${order.id}`);
  await unfold(page, 'Documents');
  await paper.getByRole('button', { name: /^Make certificate/ }).click();
  await paper.getByRole('link', { name: /^Print certificate/ }).click();
  const card = page.getByRole('article', { name: `Certificate of ${LONG}` });
  await expect(card.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  const cutRows = await card
    .locator('dl')
    .evaluate((rows) => rows.scrollHeight > rows.clientHeight + 1);
  const cutCard = await card.evaluate((whole) => whole.scrollHeight > whole.clientHeight + 1);
  expect([cutRows, cutCard], 'what does not fit ends with its line, and no row is cut').toEqual([
    false,
    false,
  ]);
  expect(await printed(page)).toEqual({ page: '152 × 102 mm', pages: 1, layout: 0 });
  await page.goto(`/orders?order=${order.id}`);
  await unfold(page, 'Documents');
  const path =
    (await paper.getByRole('link', { name: /^Certificate of/ }).getAttribute('href')) ?? '';

  // The code alone opens it, without the buyer's cookie.
  const reader = await (await otherBrowser()).newPage();
  await reader.goto(path);
  await expect(reader.getByRole('heading', { level: 1, name: LONG })).toBeVisible();
  await expect(reader.getByRole('status')).toContainText('Unchanged');
  const [download] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: 'Signed file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(
    `certificate-${path.replace('/certificate/', '')}.json`,
  );
  const changed = { title: specimen.title, category: 'Minerals', origin: '', dimensions: '' };
  await context.request.put(`/api/specimens/${specimen.id}`, { data: changed });
  await reader.reload();
  await expect(reader.getByRole('status')).toContainText('Changed since');
  await expect(reader.getByRole('status')).toContainText('title, locality, size.');
  await expect(reader.getByRole('main')).not.toContainText(order.customerName);
});

test('the admin reads what was sold in a year, enters a missing cost and downloads the ledger', async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  const specimen = await piece('booked');
  const order = await placeOrder(await otherBrowser(), [specimen]);
  await logIn(context);
  await setAddress(context);
  await context.request.put(`/api/orders/${order.id}/status`, { data: { status: 'paid' } });

  await page.goto('/orders');
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('link', { name: 'Ledger' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: `#${order.id}` });
  await row.getByRole('link', { name: `Enter the cost of ${specimen.title}` }).click();
  await page.getByLabel('Cost ($)').fill('1000000');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(`/specimen/${specimen.id}`);
  await page.goto('/ledger');
  await expect(row).toContainText('$1,000,000.00');
  await expect(row).toContainText('−$99');
  await expectNoViolations(page);

  expect(await printed(page)).toMatchObject({ page: '279 × 216 mm', layout: 0 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^druse-ledger-\d{4}\.csv$/);

  await page.goto('/ledger?year=1999');
  await expect(page.getByRole('status')).toContainText('Nothing sold in 1999');
  await expect(page.getByRole('link', { name: 'Download CSV' })).toBeHidden();
});

const HOSTILE = {
  markup:
    '<script>document.title = "run"</script><img src=x onerror="document.title = \'run\'">&lt;b&gt;<style>*{display:none}</style>',
  unbroken: 'W'.repeat(200),
  turned: 'Fluorite \u202etxt.exe\u202c \u2067abc 123',
  emoji: '💎👨‍👩‍👧‍👦'.repeat(15),
  control: 'Beryl\u0007\u0008\u001b[31m\u0085 with\ttabs\nand\r\nlines',
};

test('hostile titles, names and notes are text on every paper, and push nothing off it', async ({
  page,
  context,
}) => {
  await logIn(context);
  await setAddress(context);
  const ids: number[] = [];
  const orders: { id: number; lines: { id: number }[] }[] = [];
  for (const [name, title] of Object.entries(HOSTILE)) {
    const { id } = await addSpecimen(context, {
      title,
      origin: title,
      species: ['Fluorite'],
      price: '10.00',
    });
    const sale = {
      specimenId: id,
      price: '10.00',
      status: 'paid',
      notes: title.repeat(9),
      customerAddress: title.repeat(4),
      customerName: name === 'markup' || name === 'unbroken' ? title.slice(0, 200) : name,
    };
    const sold = await context.request.post('/api/manage/sales', { data: sale });
    expect(sold.status(), await sold.text()).toBe(201);
    ids.push(id);
    orders.push(await sold.json());
  }
  const tooLong = await context.request.put(`/api/specimens/${ids[0]}`, {
    data: { title: 'x'.repeat(5_000), category: 'Minerals' },
  });
  expect([tooLong.status(), (await tooLong.json()).code]).toEqual([400, 'invalid_input']);

  /** Each paper has its title as it was typed, nothing in it is wider than it is, and nothing of it is an element. */
  const expectText = async (role: 'region' | 'article', name: RegExp) => {
    const papers = page.getByRole(role, { name });
    // A long note goes on on a further sheet, which is a paper too.
    await expect(papers.nth(ids.length - 1)).toBeAttached();
    const found = await papers.evaluateAll((all) =>
      all.map((paper) => ({
        text: paper.textContent,
        // What ends with an ellipsis is wider than it shows.
        wide: [paper, ...paper.querySelectorAll('*')]
          .filter((part) => part === paper || getComputedStyle(part).overflowX === 'visible')
          .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
          .map((part) => part.outerHTML.slice(0, 100)),
        elements: paper.querySelectorAll('script, style, img[src=x], iframe').length,
      })),
    );
    for (const title of Object.values(HOSTILE))
      expect(
        found.some(({ text }) => text?.includes(title.trim())),
        title,
      ).toBe(true);
    expect(found.map(({ wide, elements }) => [wide, elements])).toEqual(found.map(() => [[], 0]));
    expect(await page.title()).not.toBe('run');
  };

  for (const [stock, size, pages] of [
    ['roll-50x30', '50 × 30 mm', ids.length],
    ['letter-30', '216 × 279 mm', 1],
  ] as const) {
    await page.goto(`/print/labels?specimens=${ids}&stock=${stock}`);
    await expectText('region', /^Label of/);
    const cut = await page
      .getByRole('region', { name: /^Label of/ })
      .evaluateAll(
        (all) =>
          all
            .flatMap((label) => [label, ...label.children])
            .filter((part) => part.scrollHeight > part.clientHeight + 1).length,
      );
    expect(cut, stock).toBe(0);
    expect(await printed(page)).toEqual({ page: size, pages, layout: 0 });
  }
  await page.goto(`/print/slips?orders=${orders.map((order) => order.id)}&prices=yes`);
  await expectText('article', /^Packing slip/);
  await page.goto(`/print/invoices?orders=${orders.map((order) => order.id)}`);
  await page.getByRole('button', { name: /^Make \d+ invoices/ }).click();
  await expectText('article', /^Invoice/);
  const codes: string[] = [];
  for (const { id, lines } of orders) {
    const made = await context.request.post(`/api/manage/orders/${id}/certificates`, {
      data: { lines: lines.map((line) => line.id) },
    });
    expect(made.ok(), await made.text()).toBe(true);
    codes.push(...(await made.json()).certificates.map(({ code }: { code: string }) => code));
  }
  await page.goto(`/print/certificates?codes=${codes}`);
  await expectText('article', /^Certificate of/);
});
