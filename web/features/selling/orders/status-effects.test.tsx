import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { Effects } from './status-effects.tsx';

test('a mail is announced only where it is sent', async () => {
  const effects = { status: 'paid', refusal: null, specimens: [], mail: 'ada@buyer.example' } as const;
  const sent = await render(<Effects effects={{ ...effects, specimens: [], hasMailServer: true }} />);
  expect(sent.textContent).toContain('An email goes to ada@buyer.example.');
  const unsent = await render(<Effects effects={{ ...effects, specimens: [], hasMailServer: false }} />);
  expect(unsent.textContent).toContain('No mail server is set up. The email to ada@buyer.example is in the order, ready to send.');
});
