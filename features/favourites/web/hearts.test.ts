import { expect, test, vi } from 'vitest';
import { press } from './hearts.ts';

/** A page with a heart as React draws it, where these pieces are favorites. */
function openPage(...ids: number[]) {
  document.body.innerHTML =
    '<button data-heart="1" aria-pressed="false" aria-label="Add to favorites: Amethyst"></button>';
  const heart = document.querySelector('button') as HTMLElement;
  localStorage.setItem('favourites', JSON.stringify(ids));
  dispatchEvent(new StorageEvent('storage', { key: 'favourites' }));
  return {
    heart,
    said: () => [heart.getAttribute('aria-pressed'), heart.getAttribute('aria-label')],
  };
}

test('a heart is pressed where its piece is a favorite, and a press turns it', () => {
  const { heart, said } = openPage(1);
  expect(said()).toEqual(['true', 'Remove from favorites: Amethyst']);
  press(heart);
  expect([said(), localStorage.getItem('favourites')]).toEqual([
    ['false', 'Add to favorites: Amethyst'],
    '[]',
  ]);
  press(heart);
  expect([said(), localStorage.getItem('favourites')]).toEqual([
    ['true', 'Remove from favorites: Amethyst'],
    '[1]',
  ]);
});

test('a heart says what a press does after its piece has been renamed, or has given it to another', async () => {
  const { heart, said } = openPage(1, 2);
  heart.setAttribute('aria-label', 'Add to favorites: Purple amethyst');
  await vi.waitFor(() =>
    expect(said()).toEqual(['true', 'Remove from favorites: Purple amethyst']),
  );
  heart.dataset.heart = '2';
  heart.setAttribute('aria-label', 'Add to favorites: Pyrite');
  await vi.waitFor(() => expect(said()).toEqual(['true', 'Remove from favorites: Pyrite']));
  heart.dataset.heart = '3';
  await vi.waitFor(() => expect(said()).toEqual(['false', 'Add to favorites: Pyrite']));
});
