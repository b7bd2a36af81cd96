export const yourPieces = (lines: readonly { quantity: number }[]): string =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0) === 1 ? 'your piece' : 'your pieces';
