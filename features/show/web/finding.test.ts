import { expect, test } from 'vitest';
import type { ShowPiece } from '#features/show/contract/show.ts';
import { findPieces, scanned } from './finding.ts';

const piece = (id: number, title: string, catalogueNumber: string): ShowPiece => ({
  id,
  title,
  catalogueNumber,
  price: '90.00',
  priceCode: null,
  free: 1,
  picture: '',
  holds: [],
});
const pieces = [
  piece(7, 'Améthyste de Veracruz', 'D-12'),
  piece(12, 'Quartz with amethyst', 'D-7'),
  piece(20, 'Azurite', '#20'),
];
const ids = (typed: string) => findPieces(pieces, typed).map(({ id }) => id);

test('a number finds its piece first, words find titles however they are typed', () => {
  expect(ids('d-7')).toEqual([12]);
  expect(ids('12')).toEqual([12, 7]);
  expect(ids('#20')).toEqual([20]);
  expect(ids('AMETHYST')).toEqual([7, 12]);
  expect(ids('amethyst quartz')).toEqual([12]);
  expect(ids('beryl')).toEqual([]);
  expect(ids('  ')).toEqual([7, 12, 20]);
});

test('the code of a label opens its piece, and that of a fresh one begins a piece', () => {
  const urls = ['https://druse.example'];
  expect(scanned('https://druse.example/specimen/12', pieces, urls)).toEqual({
    kind: 'piece',
    id: 12,
  });
  expect(scanned('https://druse.example/specimen/99', pieces, urls)).toEqual({
    kind: 'unknown',
    id: 99,
  });
  expect(scanned('DRUSE:d-12', pieces, urls)).toEqual({ kind: 'piece', id: 7 });
  expect(scanned('DRUSE:D-99', pieces, urls)).toEqual({ kind: 'number', catalogueNumber: 'D-99' });
  for (const text of [
    'https://other.example/specimen/12',
    'https://druse.example/',
    'tel:123',
    '',
  ]) {
    expect(scanned(text, pieces, urls), text).toEqual({ kind: 'foreign' });
  }
});
