import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { appears, perform, render } from '#tests/support/render.tsx';
import FirstSteps from './first-steps.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const steps = { password: false, venmo: true, contactEmail: false, policies: false, mail: false, demo: false };

test('a press folds the first steps and is remembered at once, though the page be left right after it; the next one unfolds them', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(steps)));
  const open = async () => {
    const rootRoute = createRootRoute({ component: () => <FirstSteps takesVenmo /> });
    const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
    await router.load();
    const element = await render(<RouterProvider router={router as never} />);
    return appears(() => element.querySelector('details'));
  };
  const details = await open();
  expect(details.open).toBe(true);
  await perform(() => {
    // Left before the element says that it was toggled.
    details.addEventListener('toggle', (event) => event.stopImmediatePropagation(), { capture: true });
    details.querySelector('summary')?.click();
  });
  expect(details.open).toBe(false);
  const again = await open();
  expect(again.open).toBe(false);
  await perform(() => again.querySelector('summary')?.click());
  expect((await open()).open).toBe(true);
});
