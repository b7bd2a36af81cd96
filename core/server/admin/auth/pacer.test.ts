import { expect, test } from 'vitest';
import { createPacer } from './pacer.ts';

/** A pacer whose pauses end when the test says so. */
function slowPacer(maxWaiting: number) {
  const pauses: { of: string; end: () => void }[] = [];
  const pass = createPacer(maxWaiting);
  const passed: string[] = [];
  const pause = (of: string) => () => new Promise<void>((end) => pauses.push({ of, end }));
  const enter = (line: string, name: string) =>
    pass(line, pause(name)).then((isLet) => passed.push(isLet ? name : `${name} refused`));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    enter: (line: string, name: string) => void enter(line, name),
    async passed() {
      await settle();
      return passed.splice(0);
    },
    /** Ends the pauses that have begun. @returns whose they were. */
    async end() {
      await settle();
      const ended = pauses.splice(0);
      for (const { end } of ended) end();
      return ended.map(({ of }) => of);
    },
  };
}

test('however many come at once, a line lets one through after each pause, in order', async () => {
  const pacer = slowPacer(3);
  for (const name of ['a', 'b', 'c']) pacer.enter('strangers', name);
  for (const name of ['a', 'b', 'c']) {
    expect(await pacer.end()).toEqual([name]);
    expect(await pacer.passed()).toEqual([name]);
  }
});

test('a full line refuses at once, and takes the next one when somebody has passed', async () => {
  const pacer = slowPacer(2);
  for (const name of ['a', 'b', 'c']) pacer.enter('strangers', name);
  expect(await pacer.passed()).toEqual(['c refused']);
  await pacer.end();
  expect(await pacer.passed()).toEqual(['a']);
  pacer.enter('strangers', 'd');
  for (const name of ['b', 'd']) {
    await pacer.end();
    expect(await pacer.passed()).toEqual([name]);
  }
});

test('nobody waits for another line', async () => {
  const pacer = slowPacer(2);
  for (const name of ['a', 'b', 'c']) pacer.enter('strangers', name);
  pacer.enter('owner', 'o');
  await pacer.end();
  expect(await pacer.passed()).toEqual(['c refused', 'a', 'o']);
});
