/** What is for sale. Free of schemas, so pages may import it. */

/**
 * Whether a price lists a piece for sale without another word: the first price of a hidden piece does.
 * @param piece as it was before.
 */
export const isListedByPrice = (piece: { visible: boolean; price: string | null }, price: string | null | undefined): boolean =>
  !piece.visible && isBlank(piece.price) && !isBlank(price);

const isBlank = (price: string | null | undefined): boolean => (price ?? '').trim() === '';
