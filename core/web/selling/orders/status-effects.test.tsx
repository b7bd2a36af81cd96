import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { Effects } from './status-effects.tsx';

test('a mail is announced only where it is sent, and can be read before', async () => {
  const mail = {
    to: 'ada@buyer.example',
    subject: 'Payment received for order #7',
    text: 'Dear Ada,\n\nThank you!',
  };
  const effects = { status: 'paid', refusal: null, specimens: [], money: null, mail } as const;
  const sent = await render(
    <Effects effects={{ ...effects, specimens: [], hasMailServer: true }} />,
  );
  expect(sent.textContent).toContain('An email goes to ada@buyer.example.');
  expect(sent.querySelector('details')?.textContent).toBe(
    'Email: “Payment received for order #7”Dear Ada,\n\nThank you!',
  );
  // It is not read out whole.
  expect(sent.querySelector('[role=status]')?.textContent).toBe(
    'No specimens change.An email goes to ada@buyer.example.',
  );
  const unsent = await render(
    <Effects effects={{ ...effects, specimens: [], hasMailServer: false }} />,
  );
  expect(unsent.textContent).toContain(
    'No mail server is set up. The email to ada@buyer.example is in the order, ready to send.',
  );
});
