import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { Effects } from './status-effects.tsx';

test('a mail is announced only where it is sent', async () => {
  const effects = { status: 'paid', refusal: null, specimens: [], mail: 'ada@buyer.example' } as const;
  const sent = await render(<Effects effects={{ ...effects, specimens: [], hasMailServer: true }} />);
  expect(sent.textContent).toContain('A mail goes to ada@buyer.example.');
  const unsent = await render(<Effects effects={{ ...effects, specimens: [], hasMailServer: false }} />);
  expect(unsent.textContent).toContain('A mail to ada@buyer.example is written for you to send: there is no mail server.');
});
