import { expect, test } from 'vitest';
import { writeFormula } from '#core/contract/catalogue/formula.ts';
import { render } from '#tests/support/render.tsx';
import { Formula } from './formula.tsx';

test('a formula is seen with subscripts, and heard once, in words', async () => {
  const formula = writeFormula('CaSO4·2H2O');
  if (!formula) throw new Error('the formula is not read');
  const page = await render(<Formula formula={formula} />);
  expect(page.querySelector('[aria-hidden="true"]')?.textContent).toBe('CaSO4·2H2O');
  expect([...page.querySelectorAll('sub')].map((sub) => sub.textContent)).toEqual(['4', '2']);
  // Between its groups, never inside a number.
  expect(page.querySelector('[aria-hidden="true"]')?.innerHTML).toBe(
    'CaSO<sub>4</sub><wbr>·2H<sub>2</sub><wbr>O',
  );
  const heard = [...page.querySelectorAll('span:not([aria-hidden])')].map(
    (span) => span.textContent,
  );
  expect(heard).toEqual(['calcium, sulfur, oxygen 4, with 2 water']);
});
