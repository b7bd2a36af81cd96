import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { TextField } from './field.tsx';

test.each([
  [
    'outside a form is said as soon as it is there',
    <TextField key="" label="Price" error="Not a number" />,
    'alert',
  ],
  [
    'in a form is left to the focus, which the form puts there',
    <form key="">
      <TextField label="Price" error="Not a number" />
    </form>,
    null,
  ],
])('what is wrong with a field %s', async (_, page, role) => {
  const element = await render(page);
  const input = element.querySelector('input');
  const error = element.querySelector(`[id="${input?.getAttribute('aria-describedby')}"]`);
  expect([error?.textContent, error?.getAttribute('role')]).toEqual(['Not a number', role]);
});
