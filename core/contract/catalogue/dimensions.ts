export type Unit = 'mm' | 'cm' | 'in';

/** `6.2`, with one decimal, in centimeters. */
type Measure = { value: number; decimals: number; unit: Unit };

export type Dimensions = readonly Measure[];

const MM: Record<Unit, number> = { mm: 1, cm: 10, in: 25.4 };
const UNITS: Record<string, Unit> = {
  mm: 'mm',
  cm: 'cm',
  in: 'in',
  inch: 'in',
  inches: 'in',
  '"': 'in',
};
const FRACTIONS: Record<string, string> = {
  '½': ' 1/2',
  '¼': ' 1/4',
  '¾': ' 3/4',
  '⅛': ' 1/8',
  '⅜': ' 3/8',
  '⅝': ' 5/8',
  '⅞': ' 7/8',
};
/** Larger figures are typing errors: nothing sold here is longer than 100 m. */
const MAX_MM = 100_000;
const MAX_TEXT_LENGTH = 80;

// `6`, `6.2`, `6,2`, `2 1/2`, `2-1/2`, `1/2`, with or without a unit. Three digits after a comma
// could be thousands.
const FIGURE =
  /^(?:(\d{1,5}[.]\d{1,3}|\d{1,5},\d{1,2}|\d{1,5})|(?:(\d{1,4})(?:\s+|\s?-\s?))?(\d{1,2})\s?\/\s?(\d{1,2}))\s*([a-z]+|")?\.?$/;

/**
 * Reads `6.2 x 4.1 x 3.8 cm`, `62 × 41 mm`, `2 1/2" by 3"`, `6,2 cm X 41 mm`; a figure without a unit
 * takes the next one named, else the one before. @returns null for ranges, no unit, or other words.
 */
export function parseDimensions(text: string): Dimensions | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const plain = text
    .replace(/[½¼¾⅛⅜⅝⅞]/g, (sign) => FRACTIONS[sign] ?? sign)
    .replace(/[″“”]|''|′′|’’/g, '"')
    .replace(/⁄/g, '/')
    .toLowerCase()
    .trim();
  const figures = plain.split(/[x×*]|\bby\b/).map((figure) => readFigure(figure.trim()));
  if (figures.length > 3) return null;
  const measures: Measure[] = [];
  for (const [index, figure] of figures.entries()) {
    const unit =
      figure &&
      (figure.unit ??
        figures.slice(index).find((later) => later?.unit)?.unit ??
        measures.at(-1)?.unit);
    if (!unit || figure.value <= 0 || figure.value * MM[unit] > MAX_MM) return null;
    measures.push({ value: figure.value, decimals: figure.decimals, unit });
  }
  return measures;
}

function readFigure(text: string): { value: number; decimals: number; unit: Unit | null } | null {
  const match = FIGURE.exec(text);
  if (!match) return null;
  const [, decimal, whole = '0', numerator, denominator, name] = match;
  const unit =
    name === undefined ? null : Object.hasOwn(UNITS, name) ? (UNITS[name] ?? null) : undefined;
  if (unit === undefined) return null;
  if (decimal !== undefined) {
    const figure = decimal.replace(',', '.');
    return { value: Number(figure), decimals: figure.split('.')[1]?.length ?? 0, unit };
  }
  const [over, under] = [Number(numerator), Number(denominator)];
  // `2 5/2` is a typing error.
  if (under === 0 || over >= under) return null;
  const value = Number(whole) + over / under;
  return {
    value,
    decimals: [1, 2].find((decimals) => Number(value.toFixed(decimals)) === value) ?? 3,
    unit,
  };
}

export const inMillimetres = (dimensions: Dimensions): number[] =>
  dimensions.map(({ value, unit }) => value * MM[unit]);

/**
 * Keeps figures typed in this unit, and rounds no millimeters; all else gets one decimal, or more
 * where a side is very small.
 */
export function formatDimensionsIn(dimensions: Dimensions, unit: 'cm' | 'in'): string {
  const converted = inMillimetres(dimensions).map((mm) => mm / MM[unit]);
  const smallest = Math.min(...converted);
  const decimals = smallest < 0.05 ? 3 : smallest < 0.5 ? 2 : 1;
  const figures = dimensions.map((measure, index) => {
    const value = converted[index] ?? 0;
    if (measure.unit === unit) return measure.value.toFixed(measure.decimals);
    // Rounds a half up, though binary figures lie a hair below it.
    return (value + 1e-9).toFixed(
      measure.unit === 'mm' && unit === 'cm' ? measure.decimals + 1 : decimals,
    );
  });
  return `${figures.join(' × ')} ${unit}`;
}
