import { expect, test } from 'vitest';
import { createLanes } from './lanes.ts';

/** Lanes whose pauses end when the test says so. */
function slowLanes(maxWaiting: number) {
  const pauses: { ms: number; end: () => void }[] = [];
  const pass = createLanes(maxWaiting, (ms) => new Promise<void>((end) => pauses.push({ ms, end })));
  const passed: string[] = [];
  const enter = (lane: string, name: string) => pass(lane, 250).then((isLet) => passed.push(isLet ? name : `${name} refused`));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    enter: (lane: string, name: string) => void enter(lane, name),
    async passed() {
      await settle();
      return passed.splice(0);
    },
    /** Ends the pauses that have begun. @returns how long they were. */
    async end() {
      await settle();
      const ended = pauses.splice(0);
      for (const { end } of ended) end();
      return ended.map(({ ms }) => ms);
    },
  };
}

test('however many come at once, a lane lets one through after each pause, in order', async () => {
  const lanes = slowLanes(3);
  for (const name of ['a', 'b', 'c']) lanes.enter('strangers', name);
  for (const name of ['a', 'b', 'c']) {
    expect(await lanes.end()).toEqual([250]);
    expect(await lanes.passed()).toEqual([name]);
  }
});

test('a full lane refuses at once, and takes the next one when somebody has passed', async () => {
  const lanes = slowLanes(2);
  for (const name of ['a', 'b', 'c']) lanes.enter('strangers', name);
  expect(await lanes.passed()).toEqual(['c refused']);
  await lanes.end();
  expect(await lanes.passed()).toEqual(['a']);
  lanes.enter('strangers', 'd');
  for (const name of ['b', 'd']) {
    await lanes.end();
    expect(await lanes.passed()).toEqual([name]);
  }
});

test('nobody waits for another lane', async () => {
  const lanes = slowLanes(2);
  for (const name of ['a', 'b', 'c']) lanes.enter('strangers', name);
  lanes.enter('owner', 'o');
  await lanes.end();
  expect(await lanes.passed()).toEqual(['c refused', 'a', 'o']);
});
