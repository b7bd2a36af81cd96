import { expect, test } from 'vitest';
import { missingOf } from './form-parts.ts';
import { emptyDraft } from './specimen-draft.ts';

test('an empty form names what each part lacks', () => {
  expect(missingOf(emptyDraft, ['main image'])).toEqual({
    title: 'no title yet',
    stone: 'no species, description, or dimensions yet',
    place: 'no locality yet',
    condition: 'no condition or disclosure yet',
    photos: 'no main image yet',
    private: null,
  });
});

test('what is filled in is no longer missing, and a price is only where the piece is listed for sale', () => {
  const draft = { ...emptyDraft, title: 'Okenite', species: 'Okenite', description: 'A ball.', dimensions: '3 cm', origin: 'Pune' };
  const filled = { ...draft, condition: 'Fine', disclosures: [{ kind: 'none-known' as const, note: '' }] };
  expect(missingOf(filled, [])).toEqual({ title: null, stone: null, place: null, condition: null, photos: null, private: null });
  expect(missingOf({ ...filled, forSale: true }, []).title).toBe('no price yet');
  expect(missingOf({ ...filled, forSale: true, price: '10' }, []).title).toBe(null);
  expect(missingOf({ ...filled, title: '  ' }, []).title).toBe('no title yet');
});
