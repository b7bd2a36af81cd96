import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { EmailText } from './email-text.tsx';

test('an email address may break between its parts', async () => {
  const element = await render(<EmailText email="ada.buyer@mineral-society.example" />);
  expect(element.textContent).toBe('ada.buyer@mineral-society.example');
  expect(element.innerHTML).toContain('ada.<wbr>buyer<wbr>@mineral-<wbr>society.<wbr>example');
});
