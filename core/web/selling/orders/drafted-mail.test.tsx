import { afterEach, expect, test, vi } from 'vitest';
import type { MailDraft } from '#core/contract/selling/order-edits.ts';
import { appears, perform, render } from '#tests/support/render.tsx';
import { useDraftedMail } from './drafted-mail.ts';

afterEach(() => vi.unstubAllGlobals());

const mail = { to: 'ada@buyer.example', subject: 'Order #7', text: 'It ships on Monday.' };

function Draft({ isWanted = true }: { isWanted?: boolean }) {
  const draft = useDraftedMail(7, { kind: 'order_words', text: mail.text }, isWanted);
  return (
    <button type="button" disabled={draft.isComing}>
      {draft.mail?.subject}
    </button>
  );
}

test('the button beneath a drafted email waits until the draft has come, which moves it', async () => {
  const { promise, resolve } = Promise.withResolvers<MailDraft>();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(await promise)));
  const element = await render(<Draft />);
  const button = element.querySelector('button');
  expect(button?.disabled).toBe(true);
  await perform(() => resolve({ mail, hasMailServer: true }));
  await appears(() => button?.disabled === false);
  expect(button?.textContent).toBe('Order #7');
});

test('where no email goes, no draft is asked for and nothing waits', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  const element = await render(<Draft isWanted={false} />);
  expect(element.querySelector('button')?.disabled).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});
