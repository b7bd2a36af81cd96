import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { FormEnd } from './form-end.tsx';

test('a button that is about to move says that a press waits', async () => {
  const sent = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const element = await render(
    <form onSubmit={sent}>
      <FormEnd problem={null} isBusy={false} isMoving submit="Save" onClose={() => {}} />
    </form>,
  );
  const button = element.querySelector<HTMLButtonElement>('[type=submit]');
  expect([button?.getAttribute('aria-disabled'), button?.disabled]).toEqual(['true', false]);
  // As browsers do for Enter in a field: they press the form's button, unless it is disabled.
  button?.click();
  expect(sent).toHaveBeenCalledOnce();
});
