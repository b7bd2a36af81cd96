import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a hash is of its password alone', async () => {
  const hash = await hashPassword('rock-solid-password');
  expect(hash).toMatch(/^\$argon2id\$v=19\$/);
  expect(await verifyPassword('rock-solid-password', hash, false)).toBe(true);
  expect(await verifyPassword('rock-solid-passwort', hash, true)).toBe(false);
  expect(await verifyPassword('rock-solid-password', null, true)).toBe(false);
});

test('known clients go ahead of waiting strangers, who still get their turn', async () => {
  const order: string[] = [];
  const check = (name: string, isStranger: boolean) => verifyPassword(name, null, isStranger).then(() => order.push(name));
  await Promise.all([...Array.from({ length: 6 }, () => check('stranger', true)), check('known', false), check('known', false)]);
  expect(order.filter((name) => name === 'stranger')).toHaveLength(6);
  expect(order.indexOf('known')).toBeLessThanOrEqual(2);
  expect(order.lastIndexOf('known')).toBeLessThanOrEqual(4);
});
