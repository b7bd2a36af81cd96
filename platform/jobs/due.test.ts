import { expect, test } from 'vitest';
import { type DueKind, msUntilDue, settleDue } from './due.ts';

const now = new Date('2026-11-21T09:00:00.000Z');

function kind(
  name: string,
  ids: number[],
  settled: string[],
  nextAt: string | null = null,
): DueKind<object> {
  return {
    name,
    nextAt: async () => nextAt,
    dueIds: async () => ids,
    async settle(_, id) {
      if (id === 2) throw new Error('This one fails');
      settled.push(`${name} ${id}`);
    },
  };
}

test('what fails is logged and holds up neither the rest of its kind nor the other kinds', async () => {
  const settled: string[] = [];
  const logged: object[] = [];
  const broken: DueKind<object> = {
    ...kind('broken', [], settled),
    dueIds: async () => {
      throw new Error('The database is away');
    },
  };
  const ctx = { log: { error: (details: object) => logged.push(details) } };
  await settleDue(
    ctx,
    [broken, kind('a', [1, 2, 3], settled), kind('b', [1], settled)],
    () => now.toISOString(),
    () => false,
  );
  expect(settled).toEqual(['a 1', 'a 3', 'b 1']);
  expect(logged).toMatchObject([
    { due: 'broken', id: undefined },
    { due: 'a', id: 2 },
  ]);
});

test('a stop is heard between two rows', async () => {
  const settled: string[] = [];
  await settleDue(
    { log: { error: () => {} } },
    [kind('a', [1, 3], settled)],
    () => now.toISOString(),
    () => settled.length > 0,
  );
  expect(settled).toEqual(['a 1']);
});

test('the next round is for the earliest of all kinds', async () => {
  const ms = (...instants: (string | null)[]) =>
    msUntilDue(
      {},
      instants.map((at, n) => kind(`${n}`, [], [], at)),
      now,
    );
  expect(await ms('2026-11-21T09:00:20.000Z', null, '2026-11-21T09:00:05.000Z')).toBe(5_000);
  expect(await ms('2026-11-21T08:00:00.000Z')).toBe(-3_600_000);
  expect(await ms(null)).toBe(Number.POSITIVE_INFINITY);
});
