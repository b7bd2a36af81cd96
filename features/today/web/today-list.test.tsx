import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { TodayRow } from '#core/contract/admin/today-rows.ts';
import type { TodayGroup } from '#features/today/contract/today.ts';
import { appears, perform, render } from '#tests/support/render.tsx';
import { TodayList } from './today-list.tsx';

afterEach(() => vi.unstubAllGlobals());

const row = (id: number, title: string): TodayRow => ({
  id,
  title,
  orderId: id || null,
  specimenId: null,
  detail: 'Ada Buyer',
  amount: null,
  at: null,
});

const week = [
  { name: 'visitors', label: 'Visitors', count: 1204, amount: null },
  { name: 'onHold', label: 'On hold now', count: 3, amount: '9407.00' },
];

/** Today over these groups. @returns its element and what was sent, each as its path and body. */
async function open(groups: TodayGroup[]) {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (path === '/api/manage/today')
      return new Response(JSON.stringify({ groups, week, hasMailServer: true }));
    sent.push([path, JSON.parse(body ?? 'null')]);
    return new Response(JSON.stringify({ id: 7 }));
  });
  const list = (
    <TodayList
      labelledBy="today"
      timeZone="UTC"
      confirmPaid={(_id, { onClose, onPaid }) => (
        <button
          type="button"
          onClick={() => {
            onPaid();
            onClose();
          }}
        >
          Yes
        </button>
      )}
    />
  );
  const rootRoute = createRootRoute({ component: () => list });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await router.load();
  const element = await render(<RouterProvider router={router as never} />);
  const press = async (label: string) => {
    const button = await appears(() =>
      [...element.querySelectorAll('button')].find(({ textContent }) => textContent === label),
    );
    button.focus();
    await perform(() => button.click());
    await perform(() => new Promise((resolve) => setTimeout(resolve)));
  };
  return { element, sent, press };
}

test('a settled row hands its focus to the list, and an extension says that no payment was seen', async () => {
  const groups: TodayGroup[] = [
    { kind: 'toConfirm', count: 1, rows: [row(6, 'Order #6')] },
    { kind: 'holdEnding', count: 1, rows: [row(7, 'Order #7')] },
  ];
  const { element, sent, press } = await open(groups);
  await press('Extend 1 day');
  expect(sent).toEqual([['/api/manage/orders/7/extend', { hours: 24, paymentReportedAt: null }]]);
  const list = element.querySelector('section');
  expect(document.activeElement).toBe(list);
  await press('Mark paid');
  await press('Yes');
  expect(document.activeElement).toBe(list);
});

test('a row that represents all of its kind says how many more there are, and nothing repeats it', async () => {
  const { element } = await open([
    { kind: 'failedMedia', count: 23, rows: [row(0, 'Fluorite and 22 more')] },
  ]);
  await appears(() => element.querySelector('li'));
  expect(element.textContent.split('and 22 more')).toHaveLength(2);
});

test('all is said to be done only where nothing is listed, not over orders that wait for their buyers', async () => {
  const { element } = await open([]);
  expect(await appears(() => element.querySelector('[role=status]')?.textContent || null)).toBe(
    'You’re all caught up.',
  );
  const { element: waiting } = await open([
    { kind: 'onHold', count: 1, rows: [row(7, 'Order #7')] },
  ]);
  await appears(() => waiting.querySelector('li'));
  expect(waiting.querySelector('[role=status]')?.textContent).toBe('');
});

test('orders on hold are marked paid, and those beyond the first few are a press away', async () => {
  const { element, press } = await open([
    { kind: 'onHold', count: 12, rows: [{ ...row(7, 'Order #7'), orderKind: 'elsewhere' }] },
  ]);
  await press('Mark paid');
  await press('Yes');
  expect(
    [...element.querySelectorAll('a')]
      .find(({ textContent }) => textContent === 'and 11 more')
      ?.getAttribute('href'),
  ).toBe('/orders?filter=pending');
});

test('the week is shown in figures', async () => {
  const { element } = await open([]);
  const figures = await appears(() => element.querySelector('dl')?.textContent);
  expect(figures).toBe('Visitors1,204On hold now3$9,407.00');
});
