/** What visitors are told of by mail: a piece that they wait for, and a list that they follow. The mails are read where the admin sees them. */
import type { APIRequestContext } from '@playwright/test';
import type { OtherMails } from '#core/contract/messages/mails.ts';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { ADMIN, expect, logIn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';

// Nobody listens there: the mails stay in the outbox.
const test = testWithOwnShop({ TEST_SMTP_URL: 'smtp://127.0.0.1:9' });
// One shop is enough for both.
test.describe.configure({ mode: 'default' });

test('a visitor gets in line for a pending piece, and buys it with the link of the mail once it is free', async ({
  page,
  piece,
  playwright,
  baseURL,
  otherBrowser,
}) => {
  const admin = await playwright.request.newContext({ baseURL });
  await admin.post('/api/auth/login', { data: ADMIN });
  const specimen = await piece('cheap');
  const orderId = await orderElsewhere(admin, specimen.id);

  await page.goto(specimen.path);
  await page.getByRole('link', { name: 'Join the waiting list' }).click();
  await expect(page).toHaveURL(`/wait/${specimen.id}`);
  const form = page.getByRole('form', { name: 'Join the waiting list' });
  await form.getByLabel('Email').fill('ivo@waiter');
  await form.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await expect(form.getByLabel('Email')).toBeFocused();
  await expectNoViolations(page);
  await form.getByLabel('Email').fill('ivo@waiter.example');
  await form.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();

  await page.goto(await linkIn(admin, 'waiting_question'));
  await page.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'You’re on the waiting list' }),
  ).toBeVisible();
  await expect(page.getByRole('main')).toContainText('You’re next in line.');

  // By keyboard: one press asks, and Escape keeps the spot.
  const leave = page.getByRole('button', { name: 'Leave the waiting list' });
  await leave.first().press('Enter');
  const question = page.getByRole('dialog', { name: 'Leave the waiting list?' });
  await expect(question).toContainText(`You’re waiting for ${specimen.title}.`);
  await expect(question.getByRole('button', { name: 'Keep my spot' })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(leave).toBeFocused();

  const owner = await otherBrowser();
  await logIn(owner);
  const edit = await owner.newPage();
  await edit.goto(`/edit/${specimen.id}`);
  await expect(edit.getByRole('region', { name: 'Waiting list' })).toContainText(
    'ivo@waiter.example',
  );

  await admin.put(`/api/orders/${orderId}/status`, { data: { status: 'cancelled' } });
  await page.goto(specimen.path);
  await expect(page.getByRole('main')).toContainText(
    /Reserved for the next in line until \w{3} \d+/,
  );
  await expect(page.getByRole('button', { name: /^Buy Now/ })).toBeHidden();

  await page.goto(await linkIn(admin, 'waiting_offer'));
  await expect(
    page.getByRole('heading', { level: 1, name: 'It’s reserved for you' }),
  ).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: /^Buy Now/ }).click();
  const purchase = page.getByRole('form', { name: /^Buy Now/ });
  await purchase.getByLabel('Full Name').fill('Ivo Waiter');
  await purchase.getByLabel('Email').fill('ivo@waiter.example');
  await purchase.getByLabel('Shipping Address').fill('2 Quarry Road, Butte');
  await purchase.getByLabel('Your Venmo Username').fill('ivo');
  await purchase.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page).toHaveURL(/\/order-confirmation\/\d+$/);
  await edit.reload();
  await expect(edit.getByRole('heading', { name: 'Edit Specimen' })).toBeVisible();
  await expect(edit.getByRole('region', { name: 'Waiting list' })).toBeHidden();
  await admin.dispose();
});

test('a visitor follows a filtered list by the link of a mail, and one click ends it', async ({
  page,
  playwright,
  baseURL,
  otherBrowser,
}) => {
  const admin = await playwright.request.newContext({ baseURL });
  await admin.post('/api/auth/login', { data: ADMIN });
  await page.goto('/?species=fluorite&maxPrice=300');
  await page.getByText('Filters (2)').click();
  await page.getByRole('link', { name: 'Get alerts for new pieces' }).click();
  await expect(page.getByRole('main')).toContainText('Alerts for: Fluorite, up to $300.00');
  const form = page.getByRole('form', { name: 'Email alerts' });
  await form.getByLabel('Email').fill('ivo@follower.example');
  await expectNoViolations(page);
  await form.getByRole('button', { name: 'Email me new pieces' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();

  await page.goto(await linkIn(admin, 'follow_question'));
  await page.getByRole('button', { name: 'Confirm email alerts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Email alerts are on' })).toBeFocused();

  const owner = await otherBrowser();
  await logIn(owner);
  const manage = await owner.newPage();
  await manage.goto('/manage/collections');
  const wanted = manage.getByRole('region', { name: 'Email alerts' }).getByRole('listitem');
  await expect(wanted).toHaveText(['Fluorite, up to $300.001 follows']);
  await expect(manage.getByText('ivo@')).toBeHidden();
  await wanted.getByRole('link').click();
  await expect(manage).toHaveURL('/?species=fluorite&maxPrice=300#gallery');

  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('status')).toContainText(
    'You’re unsubscribed, and we’ve deleted your address.',
  );
  await manage.goto('/manage/collections');
  await expect(manage.getByRole('list', { name: 'Collections' })).toBeVisible();
  await expect(wanted).toHaveCount(0);
  await admin.dispose();
});

async function orderElsewhere(request: APIRequestContext, specimenId: number): Promise<number> {
  const buyer = {
    customerName: 'Ada Buyer',
    customerEmail: 'ada@buyer.example',
    customerAddress: '1 Quarry Road, Butte',
  };
  const data = { specimenId, ...buyer, venmoUsername: '@ada', totalAmount: '9999.00' };
  return (await (await request.post('/api/orders', { data })).json()).order.id;
}

/** The path of the link in the latest mail of a kind. */
async function linkIn(admin: APIRequestContext, kind: string): Promise<string> {
  const { mails }: OtherMails = await (await admin.get('/api/mails')).json();
  const text = mails.find((mail) => mail.kind === kind)?.text ?? '';
  return /\/(in-line|follow)#\S+/.exec(text)?.[0] ?? '';
}
