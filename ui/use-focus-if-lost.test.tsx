import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { useFocusIfLost } from './use-focus-if-lost.ts';

const drawnWith: (Element | null)[] = [];

function Page() {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (isGone) drawnWith.push(document.activeElement);
  }, [isGone]);
  const heading = useFocusIfLost<HTMLHeadingElement>(String(isGone));
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Shop
      </h1>
      {!isGone && (
        <button type="button" onClick={() => setGone(true)}>
          Remove
        </button>
      )}
    </>
  );
}

test('the focus of what goes away is at the heading before anything is drawn', async () => {
  const element = await render(<Page />);
  const button = element.querySelector('button');
  button?.focus();
  await perform(() => button?.click());
  expect(drawnWith).toEqual([element.querySelector('h1')]);
});
