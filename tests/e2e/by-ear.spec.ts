/** The shop by keyboard alone, heard: every step says what it did once, and never is the focus nowhere. */
import type { Page } from '@playwright/test';
import { answered, buyer, expect, fillCart, lineOf } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { type Heard, listenTo, NOTHING } from './listening.ts';

// With a mail server, there are waiting lists and alerts. Nobody listens there: the mails stay in the outbox.
const test = testWithOwnShop({ TEST_SMTP_URL: 'smtp://127.0.0.1:9' });

const MAX_TABS = 90;

/** Presses Tab, or Shift+Tab, until what has the focus is called so. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<number> {
  for (let presses = 1; presses <= MAX_TABS; presses += 1) {
    await page.keyboard.press(key);
    const found = await page.evaluate(() => {
      const now = document.activeElement as HTMLInputElement | null;
      return (
        now?.getAttribute('aria-label') ??
        now?.labels?.[0]?.textContent?.replace('*', '') ??
        now?.textContent ??
        ''
      ).trim();
    });
    if (typeof name === 'string' ? found === name : name.test(found)) return presses;
  }
  throw new Error(`${key} does not lead to ${name}`);
}

/** Waits until the last of these was heard, and compares. What Tab passes on its way is not told. */
async function expectHeard(heard: Heard, expected: (string | RegExp)[]): Promise<void> {
  const lines: string[] = [];
  const isLike = (line: string | undefined, like: string | RegExp | undefined) =>
    line !== undefined &&
    like !== undefined &&
    (typeof like === 'string' ? line === like : like.test(line));
  await expect
    .poll(
      () => {
        lines.push(...heard.since());
        return expected.every((like) => lines.some((line) => isLike(line, like)));
      },
      `${lines.join('\n')}`,
    )
    .toBe(true)
    .catch((error: unknown) => {
      throw new Error(`Heard:\n${lines.join('\n')}`, { cause: error });
    });
  // Exactly these, in any order: what a screen reader says first is its own. A busy machine is heard loading.
  const surplus = lines.filter(
    (line) => line !== 'said: Loading…' && !expected.some((like) => isLike(line, like)),
  );
  expect(surplus, 'heard besides').toEqual([]);
  for (const like of expected)
    expect(
      lines.filter((line) => isLike(line, like)),
      String(like),
    ).toHaveLength(1);
}

test('search, purchase, question, waiting list and alert go by keyboard, and each step is heard once', async ({
  page,
  piece,
}) => {
  test.slow();
  const specimen = await piece('cheap');
  const heard = await listenTo(page);
  const press = (key: string) => page.keyboard.press(key);
  const forget = () => heard.since().filter((line) => line === NOTHING);
  const nowhere: string[] = [];
  const tab = async (name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    const presses = await tabTo(page, name, key);
    nowhere.push(...forget());
    return presses;
  };

  await page.goto('/');
  await tab('Search specimens');
  await page.keyboard.type(specimen.title);
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(
    1,
  );
  forget();
  await press('Enter');
  await expectHeard(heard, [`heading: Search Results: "${specimen.title}"`, 'said: 1 specimen']);
  await tab(specimen.title);
  await press('Enter');
  await expectHeard(heard, [`heading: ${specimen.title}`]);
  await page.goBack();
  await expectHeard(heard, [`link: ${specimen.title}`, 'said: 1 specimen']);
  await press('Enter');
  await expectHeard(heard, [`heading: ${specimen.title}`]);

  await tab('Add to Cart');
  await press('Enter');
  await expectHeard(heard, [`said: Added to cart. ${specimen.title} has been added to your cart.`]);
  await press('Enter');
  await expectHeard(heard, [`said: Only one exists. ${specimen.title} is in your cart.`]);
  await tab('Cart, 1 piece', 'Shift+Tab');
  await press('Enter');
  await expectHeard(heard, ['button: Close cart']);
  await tab('Proceed to Checkout');
  await press('Enter');
  await expectHeard(heard, ['button: Cart, 1 piece', 'heading: Checkout']);
  await tab('Complete Order');
  await press('Enter');
  await expectHeard(heard, ['field: Full Name, invalid: Name must be at least 2 characters']);
  await page.keyboard.type(buyer.name);
  await expect(page.getByLabel('Full Name')).not.toHaveAttribute('aria-invalid');
  await press('Tab');
  await expectHeard(heard, ['field: Email, invalid: Please enter a valid email address']);
  await page.keyboard.type(buyer.email);
  await press('Tab');
  await page.keyboard.type(buyer.address);
  await tab('Complete Order');
  await press('Enter');
  await expectHeard(heard, [
    // It was disabled while the order was on its way.
    'button: Complete Order',
    'heading: Order Confirmed!',
    'said: Order Placed Successfully. Your order has been placed. Please complete payment via Venmo.',
  ]);

  // Its page, where it is pending now, and others may wait and ask.
  await page.goto(specimen.path);
  await tab('Ask about this piece');
  await press('Enter');
  await expectHeard(heard, ['heading: Ask about this piece']);
  await tab('Your Name');
  await page.keyboard.type('Ines Asker');
  await tab('Email');
  await page.keyboard.type('ines@asker.example');
  await tab('Your Question');
  await page.keyboard.type('Is the tip complete?');
  await tab('Send question');
  await press('Enter');
  await expectHeard(heard, [/^status: Question sent/]);
  await page.goBack();
  await expectHeard(heard, ['link: Ask about this piece', /^said: pending sale/i]);

  await tab('Join the waiting list', 'Shift+Tab');
  await press('Enter');
  await expectHeard(heard, [/^heading: /]);
  await tab('Email');
  await page.keyboard.type('ivo@waiter.example');
  await tab('Join the waiting list');
  await press('Enter');
  await expectHeard(heard, [/^status: Check your email/]);

  await page.goto('/');
  await tab('Filters');
  await press('Enter');
  forget();
  await tab('Get alerts for new pieces');
  await press('Enter');
  await expectHeard(heard, ['heading: Get alerts for new pieces']);
  await tab('Email');
  await page.keyboard.type('ivo@follower.example');
  await tab('Email me new pieces');
  await press('Enter');
  await expectHeard(heard, [/^status: Check your email/]);
  expect(nowhere).toEqual([]);
});

test('a line removed from the cart leaves the focus on the next one', async ({ page, piece }) => {
  const [first, second, third] = [
    await piece('cheap'),
    await piece('dear'),
    await piece('several'),
  ];
  const heard = await listenTo(page);
  await page.clock.install();
  await fillCart(page, [lineOf(first), lineOf(second), lineOf(third)]);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Cart, 3 pieces' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
  await tabTo(page, `Remove ${first.title}`);
  heard.since();
  await page.keyboard.press('Enter');
  await expectHeard(heard, [`line: ${second.title}`, 'said: Removed. 2 pieces, $520.00']);
  await tabTo(page, `One less of ${third.title}`);
  heard.since();
  await page.keyboard.press('Enter');
  await expectHeard(heard, [`line: ${second.title}`, 'said: Removed. 1 piece, $500.00']);

  const undo = page.getByRole('button', { name: 'Undo Clear Cart' });
  await tabTo(page, 'Clear Cart');
  heard.since();
  await page.keyboard.press('Enter');
  await expectHeard(heard, [
    'button: Undo Clear Cart',
    'said: Cart cleared. You can undo this for 10 seconds.',
  ]);
  await page.keyboard.press('Enter');
  await expectHeard(heard, [`line: ${second.title}`, 'said: In your cart: 1 piece, $500.00']);
  await tabTo(page, 'Clear Cart');
  await page.keyboard.press('Enter');
  await expect(undo).toBeFocused();
  await page.clock.runFor(10_000);
  await expect(undo).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continue Shopping' })).toBeFocused();
  expect(heard.since()).not.toContain(NOTHING);
});

test('coming home is heard by its headline, and the collection that comes next by its name', async ({
  page,
}) => {
  const heard = await listenTo(page);
  await page.goto('/shelf');
  await tabTo(page, /, home$/);
  heard.since();
  await page.keyboard.press('Enter');
  await expectHeard(heard, [/^heading: /, /^said: \d+ specimens$/]);
  await page.getByRole('button', { name: 'Next Collection' }).focus();
  heard.since();
  await page.keyboard.press('Enter');
  const name = await page
    .getByRole('region', { name: 'Featured collection' })
    .getByRole('heading', { level: 3 })
    .textContent();
  await expectHeard(heard, [`said: ${name}`]);
});

test('a wrong password is said once, and no longer when the dialog is opened again', async ({
  page,
  complaints,
}) => {
  complaints.expect(answered(401));
  const heard = await listenTo(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Admin Login' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type('topaz');
  heard.since();
  await page.keyboard.press('Enter');
  await expectHeard(heard, ['said: Invalid username or password. Please try again.']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Admin Login' }).click();
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page.getByLabel('Password')).not.toHaveAttribute('aria-invalid');
});

test('the menu of a phone leaves the focus on its button, however it is closed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const menu = page.locator('header summary');
  const inMenu = page.locator('header details');
  const open = async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(inMenu).toHaveAttribute('open');
  };
  await open();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(inMenu).not.toHaveAttribute('open');
  await expect(menu).toBeFocused();
  // The page that is there already.
  await open();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(inMenu).not.toHaveAttribute('open');
  await expect(menu).toBeFocused();
  await open();
  await inMenu.getByRole('button', { name: 'Admin Login' }).press('Enter');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('links lead past the filters and past the list', async ({ page }) => {
  await page.goto('/');
  const press = async (name: string) => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  await press('Skip to content');
  await press('Skip to the specimens');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article').first().getByRole('link').first()).toBeFocused();
  await page.goto('/');
  await press('Skip to content');
  await tabTo(page, 'Skip to the specimens');
  await press('Skip the list');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article').locator(':focus')).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('every page of the shop says how to reach the seller, also where something is missing', async ({
  page,
  complaints,
}) => {
  complaints.expect(answered(404));
  for (const path of ['/checkout', '/follow', '/in-line', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ })).toHaveAttribute(
      'href',
      /^mailto:/,
    );
  }
});

test('the quick view answers a press before its code is there, and Escape takes it back', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.goto('/', { waitUntil: 'networkidle' });
  const opener = page.getByRole('link', { name: /^Quick view/ }).first();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quick view' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  release();
  await expect(page).not.toHaveURL(/specimen=/);
  await expect(opener).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an Escape counts once, though it comes before the quick view or twice', async ({ page }) => {
  await page.goto('/shelf');
  await page.goto('/', { waitUntil: 'networkidle' });
  const opener = page.getByRole('link', { name: /^Quick view/ }).first();
  const dialog = page.getByRole('dialog');
  await page.evaluate(() => {
    const frames: boolean[] = [];
    const look = () => {
      frames.push(document.querySelector('dialog[open]') !== null);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { frames });
  });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: boolean[] }).frames);
  expect(frames.slice(frames.indexOf(true))).not.toContain(false);

  /** As a slow machine gets them: one after the other, before it has answered the first. */
  const press = (keys: string[]) =>
    page.evaluate((all) => {
      for (const key of all)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    }, keys);
  await press(['Escape', 'Escape']);
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  const closed = page.evaluate(() =>
    new Promise((resolve) => addEventListener('popstate', resolve, { once: true })).then(() => {}),
  );
  await opener.evaluate((link: HTMLElement) => link.click());
  await press(['Escape', 'Escape']);
  await closed;
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL('/');
});

test('a link to compare a piece opens the shelf at its top, and Escape closes the search row of a phone', async ({
  page,
  piece,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/shelf?pieces=${(await piece('cheap')).id}#add`);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Open search' }).click();
  await expect(page.getByRole('combobox', { name: 'Search specimens' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open search' })).toBeFocused();
});
