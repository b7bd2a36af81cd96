import { formatCount } from '#contract/counts.ts';
/** How many pieces, in words. */
export const piecesText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;
