import { foldLine } from '#platform/text-search.ts';

export const orderSearchText = (
  buyer: { name: string; email: string },
  lines: { title: string }[],
): string => foldLine([buyer.name, buyer.email, ...lines.map((line) => line.title)].join(' '));
