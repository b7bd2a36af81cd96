/** Which lines of an order stand on which page of its slip or invoice. Heights are estimates in millimetres, rather too large than too small. */

/** `first` and `other`: what a page has for lines; `tail`: what stands beneath the last one, such as totals. */
type Room = { first: number; other: number; tail: number };

/**
 * Spreads lines over pages. What stands beneath the last line is kept with it.
 * @param heights the lines'. @returns for each page the places of its lines; the last page has none where the tail needs one of its own.
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

/** How many lines a text takes. */
export const linesOfText = (text: string, lettersInLine: number): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersInLine)), 0);

const LETTERS_OF_TITLE = 52;

/** The height of an order's line. */
export const lineHeight = (title: string, hasPicture: boolean): number =>
  Math.max(hasPicture ? 16 : 0, linesOfText(title, LETTERS_OF_TITLE) * 6) + 4.6;
