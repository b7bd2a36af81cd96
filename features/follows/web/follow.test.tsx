import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { Ways } from './follow.tsx';

test('without a mail server a list is offered as what it is, a feed, and nothing is called an alert', async () => {
  const element = await render(<Ways query="maxPrice=50" name="up to $50.00" canMail={false} />);
  expect(element.querySelector('h1')?.textContent).toBe('Follow new pieces by feed');
  expect(element.textContent).not.toMatch(/alert/i);
  expect(element.querySelector('form')).toBeNull();
  expect(element.querySelector('a')?.getAttribute('href')).toContain('maxPrice=50');
});
