import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { appears, perform, render } from '#tests/support/render.tsx';
import FirstSteps from './first-steps.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const steps = { password: false, venmo: true, contactEmail: false, policies: false, mail: false, demo: false };

async function open(found: object, takesVenmo = true): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(found)));
  const rootRoute = createRootRoute({ component: () => <FirstSteps takesVenmo={takesVenmo} /> });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await router.load();
  const element = await render(<RouterProvider router={router as never} />);
  await appears(() => element.querySelector('details, [role=note]'));
  return element;
}

test('once two are done the first steps are a line, and so they are on a phone', async () => {
  expect((await open(steps)).querySelector('details')?.open).toBe(true);
  expect((await open({ ...steps, mail: true })).querySelector('details')?.open).toBe(false);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 640px)' }));
  expect((await open(steps)).querySelector('details')?.open).toBe(false);
});

test('that Venmo is not set is said once: by the step about it, or by a note while that is folded away', async () => {
  const note = (element: HTMLElement) => element.querySelector('[role=note]')?.textContent ?? null;
  const isUnset = { ...steps, venmo: false };
  expect(note(await open(isUnset, false))).toBe(null);
  expect(note(await open({ ...isUnset, password: true, mail: true }, false))).toContain('buyers can’t pay by Venmo');
  expect(note(await open({ ...steps, venmo: true }, false))).toContain('buyers can’t pay by Venmo');
  expect(note(await open(steps))).toBe(null);
});

test('a shop that never had the demo collection is not told that it is removed', async () => {
  const element = await open({ ...steps, demo: null });
  expect(element.textContent).toContain('1 of 5 done');
  expect(element.textContent).not.toContain('demo collection');
});

test('a press folds the first steps and is remembered at once, though the page be left right after it; the next one unfolds them', async () => {
  const openList = async () => {
    const details = (await open(steps)).querySelector('details');
    if (!details) throw new Error('There are no first steps');
    return details;
  };
  const details = await openList();
  expect(details.open).toBe(true);
  await perform(() => {
    // Left before the element says that it was toggled.
    details.addEventListener('toggle', (event) => event.stopImmediatePropagation(), { capture: true });
    details.querySelector('summary')?.click();
  });
  expect(details.open).toBe(false);
  const again = await openList();
  expect(again.open).toBe(false);
  await perform(() => again.querySelector('summary')?.click());
  expect((await openList()).open).toBe(true);
});
