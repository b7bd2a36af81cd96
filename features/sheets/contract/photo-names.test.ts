import { expect, test } from 'vitest';
import { matchPhotos, photoNameOf } from './photo-names.ts';

const pieces = [
  { id: 1, title: 'One', number: 'K-1', files: ['img_0007.jpg'] },
  { id: 2, title: 'Twelve', number: 'K-12', files: [] },
  { id: 3, title: 'Nameless', number: null, files: ['großer kristall.png'] },
  { id: 4, title: 'Sub', number: 'K-1-2', files: [] },
];

test('photos go to the piece whose sheet names them, else to the longest number they begin with', () => {
  const names = [
    'k-1.JPG',
    'K-1b.jpg',
    'K-1_10.jpg',
    'K-1_2.jpg',
    'K-1 (3).jpg',
    'K-12.jpg',
    'K-1-2.jpg',
    'IMG_0007.jpg',
    'Grosser Kristall.png',
  ];
  const { byPiece, others } = matchPhotos([...names, 'K-123.jpg', 'holiday.jpg'], pieces);
  expect(Object.fromEntries(byPiece)).toEqual({
    1: ['IMG_0007.jpg', 'K-1 (3).jpg', 'K-1_2.jpg', 'K-1_10.jpg', 'k-1.JPG', 'K-1b.jpg'],
    2: ['K-12.jpg'],
    3: ['Grosser Kristall.png'],
    4: ['K-1-2.jpg'],
  });
  expect(others).toEqual(['holiday.jpg', 'K-123.jpg']);
});

test('a number with a sign that no file name can have is found with another sign in its place', () => {
  const slashed = [
    { id: 1, title: 'One', number: 'K 12/3', files: [] },
    { id: 2, title: 'Two', number: 'K 12/30', files: [] },
    { id: 3, title: 'Three', number: 'K 12', files: [] },
  ];
  const { byPiece, others } = matchPhotos(
    ['K 12-3.jpg', 'k 12_3_2.jpg', 'K 12:30.jpg', 'K 12_4.jpg', 'K 123.jpg'],
    slashed,
  );
  expect(Object.fromEntries(byPiece)).toEqual({
    1: ['k 12_3_2.jpg', 'K 12-3.jpg'],
    2: ['K 12:30.jpg'],
    3: ['K 12_4.jpg'],
  });
  expect(others).toEqual(['K 123.jpg']);
  expect(photoNameOf('K 12/3')).toBe('K 12-3.jpg');
});
