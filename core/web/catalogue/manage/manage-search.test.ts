import { describe, expect, test } from 'vitest';
import { parseManageSearch } from './manage-search.ts';

describe('the URL of Manage', () => {
  test.each([
    [{}, {}],
    [
      { search: 'quartz', status: 'sold', visibility: 'hidden', page: '3' },
      { search: 'quartz', status: 'sold', visibility: 'hidden', page: 3 },
    ],
    [{ search: '  ', status: 'lost', visibility: '', page: '0' }, {}],
    [{ page: '1', other: 'x' }, {}],
    [{ page: '1e9', search: 12 }, {}],
    [{ search: 'a\0b' }, { search: 'ab' }],
  ])('%j is read as %j', (raw, search) => expect(parseManageSearch(raw)).toEqual(search));
});
