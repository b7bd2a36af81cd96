import { expect, test } from 'vitest';
import { fieldNames } from '#contract/catalogue/specimen-fields.ts';
import { firstFields, foldedFields, holdsSomething, missingOf, partNames } from './form-parts.ts';
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

test('the short form has every field, first or in one fold', () => {
  const all = [...firstFields, ...partNames.flatMap(foldedFields)];
  expect(all.toSorted()).toEqual(fieldNames.toSorted());
});

test('a fold holds something once anything in it was typed or chosen, and no draft is open for its number', () => {
  const fresh = { ...emptyDraft, catalogueNumber: 'W-041', visible: false, shippingPrice: '0.00' };
  expect(partNames.filter((part) => holdsSomething(fresh, foldedFields(part)))).toEqual([]);
  const filled = { ...fresh, forSale: true, weight: '3 g', cost: '5', title: 'Quartz', price: '10' };
  expect(partNames.filter((part) => holdsSomething(filled, foldedFields(part)))).toEqual(['title', 'stone', 'private']);
});
