export { formatDimensions } from '#contract/catalogue/dimension-text.ts';
export { formatDate, formatDay, formatNearDate } from '#contract/dates.ts';
