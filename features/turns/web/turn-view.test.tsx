import { expect, test } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import TurnView from './turn-view.tsx';

const turn = { url: '/turn.jpg', frames: 36, width: 60, height: 60 };

test('who cannot drag turns the piece by buttons, a twelfth at a time either way, and each step is said', async () => {
  const element = await render(
    <TurnView picture={new Image()} turn={turn} label="Pyrite" hasSteps />,
  );
  const press = (name: string) =>
    perform(() => element.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click());
  const shown = () => [
    element.querySelector('[role=slider]')?.getAttribute('aria-valuetext'),
    element.querySelector('[role=status]')?.textContent,
  ];
  expect(shown()).toEqual(['Rotated 0°', '']);
  for (const [button, words] of [
    ['Turn right', 'Rotated 30°'],
    ['Turn right', 'Rotated 60°'],
    ['Turn left', 'Rotated 30°'],
    ['Turn left', 'Rotated 0°'],
    ['Turn left', 'Rotated 330°'],
  ] as const) {
    await press(button);
    expect(shown()).toEqual([words, words]);
  }
});

test('where the owner tries a view out, there are no buttons', async () => {
  const element = await render(<TurnView picture={new Image()} turn={turn} label="Pyrite" />);
  expect([
    element.querySelectorAll('[role=slider]').length,
    element.querySelectorAll('button').length,
  ]).toEqual([1, 0]);
});
