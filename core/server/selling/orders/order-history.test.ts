import { expect, test } from 'vitest';
import { historyOf } from './order-history.ts';
import type { LineRow } from './orders.queries.ts';

const line = (id: number, title: string) => ({ specimen_id: id, title }) as LineRow;
const event = (
  kind: string,
  specimen_id: number | null = null,
  data: Record<string, unknown> = {},
  created_at = 'now',
) => ({
  created_at,
  actor: 'buyer',
  kind,
  specimen_id,
  data,
});

test('what happened to several pieces at once is one row', () => {
  const lines = [line(1, 'Topaz'), line(2, 'Quartz'), line(3, 'Beryl')];
  const events = [
    event('order_placed'),
    event('hold', 1, { pieces: 1 }),
    event('hold', 2, { pieces: 6 }),
    event('hold', 3, { pieces: 1 }),
    event('order_status', null, { from: 'pending', to: 'paid' }, 'later'),
    event('take', 1, { pieces: 1 }, 'later'),
    event('giveBack', 1, { pieces: 1 }, 'last'),
  ];
  expect(historyOf(events, lines).map(({ at, text }) => `${at}: ${text}`)).toEqual([
    'now: The order was placed.',
    'now: 8 pieces are on hold for the buyer: Topaz; Quartz × 6; Beryl.',
    'later: The status was changed from pending to paid.',
    'later: Topaz was taken out of stock.',
    'last: Topaz is back in stock.',
  ]);
});

test('the same of one piece at other times stays apart', () => {
  const events = [
    event('hold', 1, { pieces: 1 }),
    event('release', 1, { pieces: 1 }),
    event('hold', 1, { pieces: 1 }, 'later'),
  ];
  expect(historyOf(events, [line(1, 'Topaz')])).toHaveLength(3);
});
