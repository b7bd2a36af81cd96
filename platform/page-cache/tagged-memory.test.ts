import { expect, test } from 'vitest';
import { createTaggedMemory } from './tagged-memory.ts';

const found =
  (value: string, ...tags: string[]) =>
  async () => ({ value, tags });

test('a value is found once, until one of its tags is invalidated', async () => {
  const memory = createTaggedMemory<string>(10);
  await memory.recall('a', found('first', 'specimen 1', 'medium a'));
  await memory.recall('b', found('other', 'specimen 2'));
  memory.invalidate(['specimen 2', 'lists']);
  expect(await memory.recall('a', found('second'))).toBe('first');
  expect(await memory.recall('b', found('new', 'specimen 3'))).toBe('new');
  memory.invalidate(['medium a']);
  expect(await memory.recall('a', found('second'))).toBe('second');
  expect(await memory.recall('b', found('newer'))).toBe('new');
  memory.invalidate(null);
  expect(await memory.recall('b', found('newest'))).toBe('newest');
});

test('what was found while anything was invalidated is not remembered', async () => {
  const memory = createTaggedMemory<string>(10);
  const value = await memory.recall('a', async () => {
    memory.invalidate(['specimen 1']);
    return { value: 'old', tags: ['specimen 1'] };
  });
  expect(value).toBe('old');
  expect(await memory.recall('a', found('new'))).toBe('new');
});

test('what has no tags is not remembered, and nothing where there is no room', async () => {
  const memory = createTaggedMemory<string>(10);
  await memory.recall('a', async () => ({ value: 'hidden', tags: null }));
  expect(await memory.recall('a', found('shown', 'specimen 1'))).toBe('shown');
  const none = createTaggedMemory<string>(0);
  await none.recall('a', found('first', 'x'));
  expect(await none.recall('a', found('second', 'x'))).toBe('second');
});

test('the oldest value makes room for the newest', async () => {
  const memory = createTaggedMemory<string>(2);
  for (const key of ['a', 'b', 'c']) await memory.recall(key, found(key, 'tag'));
  expect(await memory.recall('c', found('again', 'tag'))).toBe('c');
  expect(await memory.recall('a', found('again', 'tag'))).toBe('again');
});
