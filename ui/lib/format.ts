export { formatDimensions } from '#core/contract/catalogue/dimension-text.ts';
export { formatDate, formatDay, formatDeadline } from '#core/contract/dates.ts';
