import { useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { FirstSteps as Shop } from '#features/first-steps/contract/first-steps.ts';
import { appears, render } from '#tests/support/render.tsx';
import FirstSteps, { VenmoNote } from './first-steps.tsx';
import { firstStepsQuery } from './first-steps-queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const Loaded = () => useQuery(firstStepsQuery).isSuccess && <p>Loaded</p>;

const done: Shop = {
  password: true,
  venmo: true,
  contactEmail: true,
  policies: true,
  mail: true,
  demo: null,
  named: true,
  onSale: 10,
  skipped: [],
};

async function open(shop: Partial<Shop>, takesVenmo = true): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...done, ...shop })));
  const rootRoute = createRootRoute({
    component: () => (
      <main>
        <FirstSteps />
        <VenmoNote takesVenmo={takesVenmo} />
        <Loaded />
      </main>
    ),
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await router.load();
  const element = await render(<RouterProvider router={router as never} />);
  await appears(() => element.querySelector('main > p:last-child:not([role])'));
  return element;
}

const textOf = (element: HTMLElement) => element.querySelector('section')?.textContent ?? null;
const linkOf = (element: HTMLElement) => element.querySelector('section a')?.getAttribute('href');

test('Manage says how far the first steps are, and leads to the first that is open', async () => {
  const element = await open({ venmo: false, mail: false, onSale: 3 });
  expect(textOf(element)).toBe('First steps2 of 5 behind you. Next: How buyers pay.Go on');
  expect(linkOf(element)).toBe('/manage?step=payment');
});

test('a skipped step is behind the owner, and once all are done or skipped Manage says nothing of them', async () => {
  const element = await open({ venmo: false, onSale: 3, skipped: ['payment'] });
  expect(textOf(element)).toContain('4 of 5 behind you. Next: Your first pieces.');
  expect(textOf(await open({ venmo: false, onSale: 3, skipped: ['payment', 'pieces'] }))).toBe(
    null,
  );
});

test('what is left of the demo comes before the steps, also where none is open', async () => {
  const element = await open({ demo: false, password: false });
  expect(textOf(element)).toContain(
    'The demo collection is still here. The password is still the demo’s.',
  );
  expect([textOf(element)?.includes('Make this shop yours'), linkOf(element)]).toEqual([
    true,
    '/manage?step=overview',
  ]);
  expect(textOf(await open({ demo: false }))).toContain(
    '5 of 5 behind you. The demo collection is still here.',
  );
  expect(textOf(await open({ password: false }))).toContain(
    '5 of 5 behind you. The password is still the demo’s.',
  );
  expect(textOf(await open({ demo: true }))).toBe(null);
});

test('that Venmo is not set is said once: by the step about it, or by a note once that is behind the owner', async () => {
  const note = (element: HTMLElement) => element.querySelector('[role=note]')?.textContent ?? null;
  const waiting = await open({ venmo: false }, false);
  expect(note(waiting)).toBe(null);
  for (const shop of [{ venmo: false, skipped: ['payment' as const] }, { venmo: true }]) {
    const element = await open(shop, false);
    expect(note(element)).toContain('buyers can’t pay by Venmo');
  }
  expect(note(await open({ venmo: true }))).toBe(null);
});
