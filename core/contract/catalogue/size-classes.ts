import { inMillimetres, parseDimensions } from './dimensions.ts';

export const sizeClasses = [
  'thumbnail',
  'miniature',
  'small-cabinet',
  'cabinet',
  'museum',
] as const;
export type SizeClass = (typeof sizeClasses)[number];

export const sizeClassLabels: Record<SizeClass, string> = {
  thumbnail: 'Thumbnail',
  miniature: 'Miniature',
  'small-cabinet': 'Small cabinet',
  cabinet: 'Cabinet',
  museum: 'Museum',
};

/** Millimeters up to which each class goes. Dealers draw the lines differently. */
export type SizeLimits = {
  thumbnail: number;
  miniature: number;
  smallCabinet: number;
  cabinet: number;
};
export const DEFAULT_SIZE_LIMITS: SizeLimits = {
  thumbnail: 30,
  miniature: 50,
  smallCabinet: 90,
  cabinet: 200,
};
export const MAX_SIZE_LIMIT = 5_000;

export const areLimits = ({ thumbnail, miniature, smallCabinet, cabinet }: SizeLimits): boolean =>
  0 < thumbnail &&
  thumbnail < miniature &&
  miniature < smallCabinet &&
  smallCabinet < cabinet &&
  cabinet <= MAX_SIZE_LIMIT;

/** Millimeters: above the first, up to the second. */
function sizeRange(
  sizeClass: SizeClass,
  { thumbnail, miniature, smallCabinet, cabinet }: SizeLimits,
): { above: number; upTo: number } {
  const limits = [0, thumbnail, miniature, smallCabinet, cabinet, Number.POSITIVE_INFINITY];
  const index = sizeClasses.indexOf(sizeClass);
  return { above: limits[index] ?? 0, upTo: limits[index + 1] ?? Number.POSITIVE_INFINITY };
}

/** Returns null for an unknown size. */
export function sizeClassOf(longestMm: number | null, limits: SizeLimits): SizeClass | null {
  if (longestMm === null) return null;
  return sizeClasses.find((sizeClass) => longestMm <= sizeRange(sizeClass, limits).upTo) ?? null;
}

/** Millimeters with one decimal; null without dimensions. */
export function longestSide(dimensions: string): number | null {
  const measures = parseDimensions(dimensions);
  return measures === null ? null : Math.round(Math.max(...inMillimetres(measures)) * 10) / 10;
}

/** `up to 30 mm`, `over 30 to 50 mm`, `over 200 mm`. */
export function sizeRule(sizeClass: SizeClass, limits: SizeLimits): string {
  const { above, upTo } = sizeRange(sizeClass, limits);
  if (above === 0) return `up to ${upTo} mm`;
  return Number.isFinite(upTo) ? `over ${above} to ${upTo} mm` : `over ${above} mm`;
}
