import { foldLine } from '#server/platform/text-search.ts';

/** The text by which an order is found, beside its number. */
export const orderSearchText = (buyer: { name: string; email: string }, lines: { title: string }[]): string =>
  foldLine([buyer.name, buyer.email, ...lines.map((line) => line.title)].join(' '));
