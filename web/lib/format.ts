export { formatDate } from '#contract/dates.ts';

/** Sizes as printed on a label: `6.2 × 4.1 × 3.8 cm` for what was typed with the letter x. */
export const formatDimensions = (dimensions: string) => dimensions.replace(/(?<=\d)\s*[xX]\s*(?=\d)/g, ' × ');
