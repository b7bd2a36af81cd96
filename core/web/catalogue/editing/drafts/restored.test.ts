import { expect, test } from 'vitest';
import { emptyDraft } from '#core/web/catalogue/editing/form/specimen-draft.ts';
import { copyOf, restoredFields } from './restored.ts';

const base = { ...emptyDraft, title: 'Okenite', origin: 'India', price: '120.00', tags: 'old' };

test('what was typed comes back over what the shop has now, and what both changed is named', () => {
  const typed = { ...base, title: 'Okenite ball', price: '130.00' };
  const now = { ...base, origin: 'Pune, India', price: '125.00', tags: 'new' };
  expect(restoredFields(base, typed, now)).toEqual({
    fields: { ...now, title: 'Okenite ball', price: '130.00' },
    contested: ['price'],
  });
  expect(restoredFields(base, typed, base)).toEqual({ fields: typed, contested: [] });
});

test('a copy has what pieces of one find share, and nothing that is true of one alone', () => {
  const piece = {
    ...base,
    species: 'Okenite',
    dimensions: '3 x 2 cm',
    weight: '20 g',
    catalogueNumber: 'D-12',
    cost: '40.00',
    condition: 'Chipped',
    privateNotes: 'Ask for less',
    source: 'Old mine',
    visible: false,
    status: 'sold' as const,
    quantity: '4',
  };
  expect(copyOf(piece)).toEqual({
    ...emptyDraft,
    title: 'Okenite',
    origin: 'India',
    tags: 'old',
    species: 'Okenite',
    source: 'Old mine',
  });
});
