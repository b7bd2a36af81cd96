import { formatCount } from '#core/contract/counts.ts';
export const piecesText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;
