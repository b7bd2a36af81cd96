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
  const check = (name: string, isStranger: boolean) =>
    verifyPassword(name, null, isStranger).then(() => order.push(name));
  await Promise.all([
    ...Array.from({ length: 6 }, () => check('stranger', true)),
    check('known', false),
    check('known', false),
  ]);
  expect(order.filter((name) => name === 'stranger')).toHaveLength(6);
  expect(order.indexOf('known')).toBeLessThanOrEqual(2);
  expect(order.lastIndexOf('known')).toBeLessThanOrEqual(4);
});

test('a password is the same however a keyboard writes its letters', async () => {
  const [composed, decomposed] = [
    'Lächelnde-Güte'.normalize('NFC'),
    'Lächelnde-Güte'.normalize('NFD'),
  ];
  const hash = await hashPassword(decomposed);
  expect(await verifyPassword(composed, hash, false)).toBe(true);
  expect(await verifyPassword(decomposed, hash, false)).toBe(true);
});

test('a former hash is of the letters as they were typed', async () => {
  // Of “Lächelnde-Güte” in decomposed letters, before passwords were normalized.
  const former =
    '$argon2id$v=19$m=19456,t=2,p=1$ooowtBXxD/ddqo/WAHIzmQ$m4o9kguQVFbzLHLc+vRBK8hYjdVI8sFVCSwahCT5j6U';
  expect(await verifyPassword('Lächelnde-Güte'.normalize('NFC'), former, false)).toBe(true);
  expect(await verifyPassword('Lächelnde-Güte'.normalize('NFD'), former, false)).toBe(true);
  expect(await verifyPassword('Lachelnde-Gute', former, false)).toBe(false);
});
