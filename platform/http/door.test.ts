import { expect, test } from 'vitest';
import { createDoor } from './door.ts';

const round = () => new Promise<void>((resolve) => void setImmediate(resolve));

test('requests wait while connections arrive, then enter in turn, a few in each round', async () => {
  const door = createDoor();
  const entered: number[] = [];
  for (let n = 0; n < 10; n++) {
    door.pass(() => entered.push(n));
    door.defer();
    await round();
  }
  expect(entered).toEqual([]);
  await round();
  expect(entered).toEqual([0, 1, 2, 3]);
  for (let rounds = 0; rounds < 3; rounds++) {
    door.defer();
    await round();
  }
  expect(entered).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('connections that never stop arriving keep no request out for ever', async () => {
  const door = createDoor();
  let isIn = false;
  door.pass(() => {
    isIn = true;
  });
  for (let rounds = 0; rounds < 2_000 && !isIn; rounds++) {
    door.defer();
    await round();
  }
  expect(isIn).toBe(true);
});
