import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { type ShownToast, toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

vi.mock('./toaster.tsx', () => ({ default: ({ message }: { message: ShownToast }) => <p>{message.title}</p> }));

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
  await perform(() => toast({ title: 'Before' }));
  expect(element.textContent).toBe('StillBefore');
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  flushSync(press);
  expect(element.textContent).toBe('PressedBefore');
  await vi.waitFor(() => expect(element.textContent).toBe('PressedIn the cart'));
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
});
