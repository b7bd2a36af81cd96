import { pressMiddle } from '#tests/e2e/press-middle.ts';
import { expect, logIn, test, toastOn } from '#tests/support/e2e.ts';

test('a visitor asks about a piece, the admin reads it in the inbox and closes it', {
  tag: ['@phone', '@journey'],
}, async ({ page, piece, otherBrowser }) => {
  const specimen = await piece('cheap');
  await page.goto(specimen.path);
  await pressMiddle(page.getByRole('link', { name: 'Ask about this piece' }));
  await expect(page).toHaveURL(`/ask/${specimen.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ask about this piece' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(specimen.title);
  const form = page.getByRole('form', { name: 'Your question' });
  await expect(form.getByRole('textbox')).toHaveCount(3);

  await form.getByLabel('Email').fill('ines@asker');
  await pressMiddle(form.getByRole('button', { name: 'Send question' }));
  await expect(form.getByLabel('Your Name')).toHaveAccessibleDescription(
    'Name must be at least 2 characters',
  );
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await expect(form.getByLabel('Your Question')).toHaveAccessibleDescription(
    'Please write your question',
  );
  await expect(form.getByLabel('Your Name')).toBeFocused();

  await form.getByLabel('Your Name').fill('Ines Asker');
  await form.getByLabel('Email').fill('ines@asker.example');
  await form.getByLabel('Your Question').fill('Is the tip complete?');
  const context = await otherBrowser();
  await logIn(context);
  const admin = await context.newPage();
  await admin.goto('/manage');
  await pressMiddle(form.getByRole('button', { name: 'Send question' }));
  const sent = page.getByRole('status').filter({ hasText: 'Question sent' });
  await expect(sent).toBeFocused();
  await expect(sent).toBeInViewport();
  // The shop of the tests has no mail server.
  await expect(sent).toContainText('We’ll reply by email.');

  await pressMiddle(admin.getByRole('link', { name: 'Inbox' }).filter({ visible: true }));
  const thread = admin.getByRole('region', { name: specimen.title });
  const card = thread.getByRole('article', { name: 'Question from Ines Asker' });
  await expect(card).toContainText('Is the tip complete?');
  await expect(card.getByRole('link', { name: 'Answer in email app' })).toHaveAttribute(
    'href',
    /^mailto:ines@asker\.example\?subject=/,
  );
  await pressMiddle(card.getByRole('button', { name: 'Mark answered' }));
  await expect(toastOn(admin).filter({ hasText: 'Question Answered' })).toBeVisible();
  await expect(thread).toBeHidden();
  await pressMiddle(admin.getByRole('link', { name: /^Answered/ }));
  await pressMiddle(card.getByRole('button', { name: 'Delete' }));
  await pressMiddle(
    admin.getByRole('dialog', { name: 'Delete question' }).getByRole('button', { name: 'Delete' }),
  );
  await expect(thread).toBeHidden();
});
