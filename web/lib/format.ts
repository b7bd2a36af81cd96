export { formatDate, formatDay, formatNearDate } from '#contract/dates.ts';
export { formatDimensions } from '#contract/dimension-text.ts';
