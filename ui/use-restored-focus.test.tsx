import { useState } from 'react';
import { expect, test } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { Button } from './button.tsx';
import { useRestoredFocus } from './use-restored-focus.ts';

/** Takes the focus while the page is changed, as browsers do. */
const Taker = () => (
  <i
    ref={() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    }}
  />
);

/** A form that is disabled while it works, beside a link. */
function Form() {
  const [isBusy, setBusy] = useState(false);
  const fields = useRestoredFocus<HTMLFieldSetElement>(isBusy);
  return (
    <>
      <fieldset ref={fields} disabled={isBusy}>
        <input />
      </fieldset>
      <Button disabled={isBusy}>Save</Button>
      <a href="#elsewhere">Elsewhere</a>
      {isBusy && <Taker />}
      <output onClick={() => setBusy((was) => !was)} onKeyDown={() => {}} />
    </>
  );
}

/** Works with the focus on one thing, which a browser takes from it as soon as it is disabled. @returns what has the focus when it is done. */
async function work(start: string, { goesTo }: { goesTo?: 'a' } = {}) {
  const element = await render(<Form />);
  const find = (selector: string) => element.querySelector<HTMLElement>(selector);
  const toggle = () => perform(() => find('output')?.click());
  find(start)?.focus();
  await toggle();
  find('a')?.focus();
  if (!goesTo) find('a')?.blur();
  await toggle();
  return document.activeElement?.tagName.toLowerCase();
}

test('a button that was disabled while it worked has the focus again', async () => {
  expect(await work('button')).toBe('button');
});

test('so has a field of a form that was disabled as a whole', async () => {
  expect(await work('input')).toBe('input');
});

test('the focus is not taken back from where it has moved since', async () => {
  expect(await work('button', { goesTo: 'a' })).toBe('a');
});

test('what did not have the focus does not get it', async () => {
  expect(await work('body')).toBe('body');
});
