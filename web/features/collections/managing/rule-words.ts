/** How many pieces, in words. */
export const piecesText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'piece' : 'pieces'}`;
