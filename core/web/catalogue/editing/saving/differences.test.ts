import { describe, expect, test } from 'vitest';
import { emptyDraft } from '#core/web/catalogue/editing/form/specimen-draft.ts';
import { mergeVersions } from '#ui/lib/differences.ts';
import { differentFields } from './differences.ts';

const base = { ...emptyDraft, title: 'Okenite', origin: 'India', price: '120.00' };

describe('differences', () => {
  test('are none where both versions are the same', () => {
    expect(
      differentFields({
        base,
        mine: { ...base, title: 'Okenite ball' },
        theirs: { ...base, title: ' Okenite ball ' },
      }),
    ).toEqual([]);
  });

  test('propose the side that changed a field, and name a field that both changed', () => {
    const mine = { ...base, title: 'Okenite ball', price: '130.00', visible: false };
    const theirs = {
      ...base,
      title: 'Okenite puff',
      origin: 'Pune, India',
      status: 'sold' as const,
    };
    expect(differentFields({ base, mine, theirs })).toEqual([
      {
        name: 'title',
        mine: 'Okenite ball',
        theirs: 'Okenite puff',
        isContested: true,
        proposal: 'mine',
      },
      {
        name: 'origin',
        mine: 'India',
        theirs: 'Pune, India',
        isContested: false,
        proposal: 'theirs',
      },
      { name: 'visible', mine: 'No', theirs: 'Yes', isContested: false, proposal: 'mine' },
      { name: 'price', mine: '130.00', theirs: '120.00', isContested: false, proposal: 'mine' },
      { name: 'status', mine: 'Available', theirs: 'Sold', isContested: false, proposal: 'theirs' },
    ]);
  });

  test('are merged as chosen', () => {
    const mine = { ...base, title: 'Okenite ball', price: '130.00' };
    const theirs = { ...base, title: 'Okenite puff', origin: 'Pune, India' };
    expect(
      mergeVersions(
        mine,
        theirs,
        new Map([['title', 'theirs'] as const, ['price', 'mine'] as const]),
      ),
    ).toEqual({
      ...base,
      title: 'Okenite puff',
      origin: 'Pune, India',
      price: '130.00',
    });
  });
});
