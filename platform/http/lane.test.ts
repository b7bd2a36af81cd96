import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLane, type LaneLimits } from './lane.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const limits: LaneLimits = { running: 2, waiting: 10, each: 5, waitMs: 1_000 };
const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

/** A lane in which each entry is noted once it runs, or as refused. */
function makeLane(changes: Partial<LaneLimits> = {}) {
  const lane = createLane({ ...limits, ...changes });
  const running: { client: string; end: () => void }[] = [];
  const noted: string[] = [];
  const enter = (client: string) =>
    lane.enter(client).then(
      (end) => {
        running.push({ client, end });
        noted.push(client);
      },
      (error) => noted.push(`${client} ${error.code} ${error.details.retryAfter}`),
    );
  return { enter, noted, running, endOne: () => running.shift()?.end() };
}

test('no more than the limit run at once, the next begins when one ends, and ending twice counts once', async () => {
  const { enter, noted, running, endOne } = makeLane();
  for (const client of ['a', 'b', 'c', 'd']) void enter(client);
  await turns();
  expect(noted).toEqual(['a', 'b']);
  const first = running[0];
  endOne();
  first?.end();
  await turns();
  expect(noted).toEqual(['a', 'b', 'c']);
});

test('clients who wait take turns, however many requests one of them has', async () => {
  const { enter, noted, endOne } = makeLane({ running: 1 });
  for (const client of ['flood', 'flood', 'flood', 'flood', 'visitor']) void enter(client);
  for (let turn = 0; turn < 5; turn++) {
    await turns();
    endOne();
  }
  expect(noted).toEqual(['flood', 'visitor', 'flood', 'flood', 'flood']);
});

test('beyond the queue, and beyond the share of one client, is refused at once and asked to come back', async () => {
  const { enter, noted } = makeLane({ running: 1, waiting: 3, each: 2 });
  for (const client of ['a', 'a', 'a', 'b', 'c', 'd']) void enter(client);
  await turns();
  expect(noted).toEqual(['a unavailable 5', 'd unavailable 5', 'a']);
});

test('who waits too long is refused, and leaves room in queue and share', async () => {
  const { enter, noted, endOne } = makeLane({ running: 1, waiting: 1, each: 2 });
  void enter('a');
  void enter('a');
  await turns();
  vi.advanceTimersByTime(1_000);
  void enter('a');
  await turns();
  endOne();
  await turns();
  expect(noted).toEqual(['a', 'a unavailable 5', 'a']);
});

test('between any two beginnings the event loop comes round', async () => {
  const { enter, noted, endOne } = makeLane({ running: 4 });
  for (const client of ['a', 'b', 'c', 'd', 'e', 'f']) void enter(client);
  await turns();
  for (let turn = 0; turn < 2; turn++) endOne();
  setImmediate(() => noted.push('probe'));
  setImmediate(() => setImmediate(() => noted.push('probe')));
  await turns();
  expect(noted.slice(4)).toEqual(['probe', 'e', 'probe', 'f']);
});

test('a busy lane with priority holds the next one back, but not for long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const first = createLane(limits);
  const lane = createLane(limits, first);
  const begun: string[] = [];
  const endFirst = await first.enter('page');
  for (const client of ['a', 'b']) void lane.enter(client).then(() => begun.push(client));
  await turns();
  expect(begun).toEqual([]);
  const endSecond = await first.enter('another page');
  vi.advanceTimersByTime(300);
  endFirst();
  await turns();
  expect(begun).toEqual(['a']);
  endSecond();
  await turns();
  expect(begun).toEqual(['a', 'b']);
});
