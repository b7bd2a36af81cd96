/**
 * Spreads an order's lines over pages. Heights are estimates in millimeters, rather too large than
 * too small.
 */

/** Room for lines on `first` and `other` pages; `tail` stands beneath the last line. */
type Room = { first: number; other: number; tail: number };

/**
 * Keeps the tail with the last line.
 * @param heights the lines'.
 * @returns each page's places of lines; the last has none where the tail needs its own page.
 */
export function pagesOf(heights: readonly number[], { first, other, tail }: Room): number[][] {
  const pages: number[][] = [[]];
  let left = first;
  const turn = () => {
    pages.push([]);
    left = other;
  };
  for (const [place, height] of heights.entries()) {
    const needed = height + (place === heights.length - 1 ? tail : 0);
    const isFull = needed > left;
    // A new page helps only where it has more room.
    if (isFull && (pages.at(-1)?.length || other > left)) turn();
    pages.at(-1)?.push(place);
    left -= height;
  }
  return pages;
}

export const linesOfText = (text: string, lettersInLine: number): number =>
  text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersInLine)), 0);

const LETTERS_OF_TITLE = 52;

export const lineHeight = (title: string, hasPicture: boolean): number =>
  Math.max(hasPicture ? 16 : 0, linesOfText(title, LETTERS_OF_TITLE) * 6) + 4.6;
