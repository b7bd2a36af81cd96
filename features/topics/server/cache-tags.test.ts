import { expect, test } from 'vitest';
import { LISTS, STOCK } from '#core/server/catalogue/specimens/cache-tags.ts';
import { topicTags } from './cache-tags.ts';

test('a species’ page is made again when a piece comes, or one is sold that it does not show', () => {
  expect(topicTags({ specimens: [] })).toEqual([LISTS, STOCK]);
});
