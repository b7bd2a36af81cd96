import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countRepeats } from './repeated-lines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const line = (level: number, msg: string, message?: string) =>
  `${JSON.stringify({ level, time: Date.now(), reqId: 'req-1', ...(message && { err: { type: 'Error', message, stack: '' } }), msg })}\n`;

test('of a warning that repeats the first is written, and a minute later how often it came', () => {
  const written: string[] = [];
  const write = countRepeats((text) => written.push(text));
  for (let turn = 0; turn < 250; turn++) write(line(40, 'the database is away', 'ECONNREFUSED'));
  write(line(40, 'the database is away', 'ETIMEDOUT'));
  expect(written.map((text) => JSON.parse(text).err.message)).toEqual([
    'ECONNREFUSED',
    'ETIMEDOUT',
  ]);
  vi.advanceTimersByTime(60_000);
  expect(written.slice(2).map((text) => JSON.parse(text))).toEqual([
    { level: 40, msg: 'the database is away', time: Date.now(), repeated: 249 },
  ]);
  write(line(40, 'the database is away', 'ECONNREFUSED'));
  expect(written).toHaveLength(4);
});

test('lines that tell of the normal course, and fatal ones, are all written', () => {
  const written: string[] = [];
  const write = countRepeats((text) => written.push(text));
  for (const level of [20, 30, 60])
    for (let turn = 0; turn < 3; turn++) write(line(level, 'started'));
  expect(written).toHaveLength(9);
});
