import { describe, expect, test } from 'vitest';
import {
  draftOf,
  editOf,
  emptyDraft,
  inputOf,
  isCalendarDate,
  parseTags,
  quantityError,
} from './specimen-draft.ts';

describe('a draft', () => {
  test('becomes the API’s input: a blank price is none, and tags are a list', () => {
    const input = inputOf({
      ...emptyDraft,
      title: 'Okenite',
      price: ' ',
      shippingPrice: ' 9.50 ',
      quantity: '3',
      tags: 'zeolite, India',
    });
    expect(input).toMatchObject({
      title: 'Okenite',
      price: null,
      shippingPrice: '9.50',
      quantity: 3,
      tags: ['zeolite', 'India'],
    });
    expect(input).toMatchObject({
      category: 'Minerals',
      forSale: false,
      visible: true,
      status: 'available',
    });
  });

  test('sends a blank date, price or shipping as null', () => {
    const blank = { acquisitionDate: ' ', price: ' ', shippingPrice: '' };
    const nothing = { acquisitionDate: null, price: null, shippingPrice: null };
    expect(inputOf({ ...emptyDraft, ...blank })).toMatchObject(nothing);
    expect(editOf({ ...emptyDraft, ...blank }, emptyDraft)).toMatchObject(nothing);
    expect(inputOf({ ...emptyDraft, acquisitionDate: '2024-02-29' })).toMatchObject({
      acquisitionDate: '2024-02-29',
    });
  });

  test('gives back the values it was made of, field by field', () => {
    const facts = {
      species: 'Wulfenite, Mimetite ,wulfenite',
      locality: 'Salzburg, Salzburg, Austria',
      provenance: ' Ex Ada\n\nEx Ben ',
      coordinates: '33.0592 N, 114.7347 W',
      mindatId: 'loc-3328',
      catalogueNumber: ' W-1 ',
      cost: '80.00',
      disclosures: [{ kind: 'repaired' as const, note: 'the tip' }],
      fluorescence: [{ light: 'LW' as const, colour: 'none' }],
      care: [{ note: 'toxic' as const, of: 'Galena', words: '' }],
    };
    const typed = {
      title: 'Okenite',
      acquisitionDate: 'about 1987',
      tags: 'a, b',
      price: '5.00',
      quantity: '3',
    };
    const values = inputOf({ ...emptyDraft, ...typed, ...facts });
    expect(values).toMatchObject({
      species: ['Wulfenite', 'Mimetite'],
      locality: ['Salzburg', 'Salzburg', 'Austria'],
      provenance: ['Ex Ada', 'Ex Ben'],
      coordinates: { latitude: 33.0592, longitude: -114.7347 },
      mindatId: 3328,
      catalogueNumber: 'W-1',
      cost: '80.00',
    });
    expect(inputOf(draftOf(values))).toEqual(values);
  });

  test.each([
    ['', true],
    ['2024-02-29', true],
    ['about 1987', false],
    ['1987', false],
    ['2024-2-9', false],
  ])('shows the date %j in a date picker: %s', (date, isShown) =>
    expect(isCalendarDate(date)).toBe(isShown),
  );

  test('sends shared fields of an edit only where the admin changed them', () => {
    const loaded = { ...emptyDraft, quantity: '2' };
    const untouched = editOf({ ...loaded, title: 'Okenite' }, loaded);
    expect(untouched).toMatchObject({ title: 'Okenite', forSale: false });
    for (const name of ['quantity', 'status', 'visible'])
      expect(untouched).not.toHaveProperty(name);
    const changed = { quantity: '5', status: 'sold', visible: false } as const;
    expect(editOf({ ...loaded, ...changed }, loaded)).toMatchObject({ ...changed, quantity: 5 });
  });
});

describe('tags', () => {
  test.each([
    ['', []],
    [' , ,', []],
    ['uv', ['uv']],
    ['uv, #Quartz , UV,quartz', ['uv', 'Quartz']],
    ['Rio Grande do Sul', ['Rio Grande do Sul']],
  ])('in %j are %j', (text, tags) => expect(parseTags(text)).toEqual(tags));
});

describe('the rules of the form', () => {
  test.each([
    ['1', 1, true],
    ['9999', 1, true],
    ['0', 0, true],
    ['0', 1, false],
    ['', 0, false],
    ['1.5', 1, false],
    ['-1', 0, false],
    ['10000', 1, false],
  ])('of the quantity %j from %i: %s', (quantity, min, isFine) =>
    expect(quantityError(quantity, min) === undefined).toBe(isFine),
  );
});
