/** Dimensions as printed on a label: `6.2 × 4.1 × 3.8 cm`, also if typed with the letter x. */
export const formatDimensions = (dimensions: string): string =>
  dimensions.replace(/(?<=\d)\s*[xX]\s*(?=\d)/g, ' × ');
