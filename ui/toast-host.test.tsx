import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

let press: () => void;

function Pressed() {
  const [isPressed, setPressed] = useState(false);
  press = () => {
    setPressed(true);
    toast({ title: 'In the cart' });
  };
  return isPressed ? 'Pressed' : 'Still';
}

test('a message comes after what the press itself changed, which does not wait for it', async () => {
  const element = await render(
    <>
      <Pressed />
      <ToastHost />
    </>,
  );
  const said = () =>
    /^(Pressed|Still).*?(Before|In the cart)/
      .exec(element.ownerDocument.body.textContent)
      ?.slice(1);
  toast({ title: 'Before' });
  await vi.waitFor(() => expect(said()).toEqual(['Still', 'Before']));
  flushSync(press);
  expect(said()).toEqual(['Pressed', 'Before']);
  await vi.waitFor(() => expect(said()).toEqual(['Pressed', 'In the cart']));
});
