import { expect, test } from 'vitest';
import { fieldNames } from '#core/contract/catalogue/specimen-fields.ts';
import { firstFields, foldedFields, holdsSomething, missingOf, partNames } from './form-parts.ts';
import { emptyDraft, type SpecimenDraft } from './specimen-draft.ts';

test('an empty form names what each part lacks', () => {
  expect(missingOf(emptyDraft, { missingPhotos: ['main image'], isShort: false })).toEqual({
    title: 'no title yet',
    stone: 'no species, description, or dimensions yet',
    place: 'no locality yet',
    condition: 'no condition or disclosure yet',
    photos: 'no main image yet',
    private: null,
  });
});

const missing = (draft: SpecimenDraft) => missingOf(draft, { missingPhotos: [], isShort: false });

test('what is filled in is no longer missing, and a price is only where the piece is listed for sale', () => {
  const draft = {
    ...emptyDraft,
    title: 'Okenite',
    species: 'Okenite',
    description: 'A ball.',
    dimensions: '3 cm',
    origin: 'Pune',
  };
  const filled = {
    ...draft,
    condition: 'Fine',
    disclosures: [{ kind: 'none-known' as const, note: '' }],
  };
  expect(missing(filled)).toEqual({
    title: null,
    stone: null,
    place: null,
    condition: null,
    photos: null,
    private: null,
  });
  expect(missing({ ...filled, forSale: true }).title).toBe('no price yet');
  expect(missing({ ...filled, forSale: true, price: '10' }).title).toBe(null);
  expect(missing({ ...filled, title: '  ' }).title).toBe('no title yet');
});

test('of the short form each part names what is missing where it is asked, and a number is no title', () => {
  expect(
    missingOf(
      { ...emptyDraft, catalogueNumber: 'W-041', title: 'W-041' },
      { missingPhotos: [], isShort: true },
    ),
  ).toEqual({
    title: 'no title, species, dimensions, locality, or disclosure yet',
    stone: 'no description yet',
    place: null,
    condition: 'no condition yet',
    photos: null,
    private: null,
  });
});

test('the short form has every field, first or in one fold', () => {
  const all = [...firstFields, ...partNames.flatMap(foldedFields)];
  expect(all.toSorted()).toEqual(fieldNames.toSorted());
});

test('a fold holds something once anything in it was typed or chosen, and no draft is open for its number', () => {
  const fresh = { ...emptyDraft, catalogueNumber: 'W-041', visible: false, shippingPrice: '0.00' };
  expect(partNames.filter((part) => holdsSomething(fresh, foldedFields(part)))).toEqual([]);
  const filled = {
    ...fresh,
    forSale: true,
    weight: '3 g',
    cost: '5',
    title: 'Quartz',
    price: '10',
  };
  expect(partNames.filter((part) => holdsSomething(filled, foldedFields(part)))).toEqual([
    'title',
    'stone',
    'private',
  ]);
});
