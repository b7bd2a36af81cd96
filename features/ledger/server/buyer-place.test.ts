import { expect, test } from 'vitest';
import { placeOfAddress } from './buyer-place.ts';

test.each([
  ['12 Vein Street\nTucson, AZ 85701', 'AZ', 'USA'],
  ['12 Vein Street, Tucson, Arizona 85701-1234\nUSA', 'AZ', 'USA'],
  ['Butte MT 59701 United States', 'MT', 'USA'],
  ['1 Main St\nAlbany, N.Y. 12207', 'NY', 'USA'],
  ['Charleston, West Virginia 25301', 'WV', 'USA'],
  ['Santa Fe, New Mexico 87501', 'NM', 'USA'],
  ['Atlanta, Georgia 30303', 'GA', 'USA'],
  ['boise id 83702', 'ID', 'USA'],
  ['San Juan, PR 00901', 'PR', 'USA'],
  ['1 Main St, Springfield 62701, U.S.A.', 'IL', 'USA'],
  ['Tucson, Arizona, USA', 'AZ', 'USA'],
  ['Somewhere, USA', null, 'USA'],
  ['Phoenix, NY 85001, USA', null, 'USA'],
  ['Kröpcke 1\n30159 Hannover\nGermany', null, 'Germany'],
  ['Rua 5, Belo Horizonte\nBrasil', null, 'Brazil'],
  ['Rustaveli 1, Tbilisi 0108, Georgia', null, null],
  ['Toronto, ON M5V 2T6, Canada', null, 'Canada'],
])('the address %j lies in %s, %s', (address, state, country) => {
  expect(placeOfAddress(address)).toEqual({ state, country });
});

test.each([
  '',
  'Erased',
  '1 Quarry Road, Butte',
  'DE 10115 Berlin',
  'Berlin, DE 10115',
  'Munich, DE',
  'Santa Fe, New Mexico',
  '75001 Paris',
  'Via Roma 1, 20121 Milano MI',
  '99999',
  '\n\n,,',
])('of the address %j nothing is guessed', (address) => {
  expect(placeOfAddress(address)).toEqual({ state: null, country: null });
});
