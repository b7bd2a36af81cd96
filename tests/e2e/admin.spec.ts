import { ADMIN, answered, expect, logIn, test, toastOn } from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

test('the admin logs in and out, and the dialog says what is missing or wrong', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  complaints.expect(answered(401), answered(429), answered(500));
  await page.goto('/');
  await pressMiddle(page.getByRole('button', { name: 'Admin Login' }));
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  const submit = dialog.getByRole('button', { name: 'Login' });
  await expect(dialog).toContainText('username admin, password amethyst');
  await pressMiddle(submit);
  await expect(dialog.getByText('Username is required')).toBeVisible();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await expect(dialog.getByLabel('Username')).toBeFocused();

  await dialog.getByLabel('Username').fill('a visitor');
  await dialog.getByLabel('Password').fill('opal');
  await pressMiddle(submit);
  await expect(toastOn(page)).toHaveText(
    'Login FailedInvalid username or password. Please try again.',
  );
  await expect(dialog.getByLabel('Username')).toHaveValue('a visitor');
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await expect(dialog.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(
    'Invalid username or password. Please try again.',
  );

  await page.route('/api/auth/login', (route) => route.fulfill({ status: 500, body: 'Oh' }));
  await pressMiddle(submit);
  await expect(toastOn(page)).toHaveText('ErrorAn error occurred during login. Please try again.');
  await page.unroute('/api/auth/login');
  const tooMany = {
    code: 'too_many_requests',
    message: 'Too many attempts. Please wait a few minutes.',
  };
  await page.route('/api/auth/login', (route) => route.fulfill({ status: 429, json: tooMany }));
  await pressMiddle(submit);
  await expect(toastOn(page)).toHaveText(`Login Failed${tooMany.message}`);
  await page.unroute('/api/auth/login');

  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('/api/auth/login', async (route) => {
    await released;
    await route.continue();
  });
  await pressMiddle(submit);
  await expect(dialog.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  release();
  await expect(dialog).toBeHidden();
  await expect(toastOn(page)).toHaveText(
    'Login SuccessfulYou have been logged in as an administrator.',
  );
  // Features add theirs behind these.
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const own = async () => (await links.allTextContents()).slice(0, 8);
  await expect
    .poll(own)
    .toEqual(['Home', 'Gallery', 'Collections', 'About', 'Upload', 'Manage', 'Settings', 'Orders']);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? ''))).toEqual({
    isAuthenticated: true,
    userRole: 'admin',
  });

  await pressMiddle(page.getByRole('button', { name: 'Logout' }));
  await expect(page.getByRole('button', { name: 'Admin Login' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Orders' })).toBeHidden();
  await page.goto('/orders');
  await expect(page).toHaveURL('/');
});

test('admin pages redirect visitors to the home page, and Manage shows them the login', async ({
  page,
}) => {
  await page.goto('/edit/1');
  await expect(page).toHaveURL('/');
  for (const path of ['/upload', '/inbox', '/orders', '/settings'])
    expect((await page.request.get(path)).url(), path).toBe(page.url());
  const response = await page.goto('/manage');
  expect(response?.status()).toBe(200);
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/manage');
  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Manage Your Collection' }),
  ).toBeVisible();
  await expect(toastOn(page)).toContainText('Login Successful');
  await page.getByRole('link', { name: 'Orders' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/orders');
});

test('a logout removes from the page what only the admin may see', async ({
  page,
  context,
  piece,
  complaints,
}) => {
  complaints.expect(answered(404, '/api/specimens'));
  const hidden = await piece('hidden');
  await logIn(context);
  await page.goto(hidden.path);
  await expect(page.getByRole('heading', { level: 1, name: hidden.title })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Error Loading Specimen' }),
  ).toBeVisible();
  await expect(page.getByText(hidden.title)).toBeHidden();
});
