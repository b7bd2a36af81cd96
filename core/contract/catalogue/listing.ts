/** Pages import this: keep schemas out. */

/** The first price of a hidden piece lists it for sale. @param piece as it was before. */
export const isListedByPrice = (
  piece: { visible: boolean; price: string | null },
  price: string | null | undefined,
): boolean => !piece.visible && isBlank(piece.price) && !isBlank(price);

const isBlank = (price: string | null | undefined): boolean => (price ?? '').trim() === '';
