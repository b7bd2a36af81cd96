import type { Range } from '#core/contract/catalogue/species.ts';

export const MAX_DENSITY = 30;
export const MAX_SOURCE = 200;
export const MAX_REMARK = 600;
/** Characters of color, streak, cleavage, habit and type locality. */
export const MAX_WORDS = 200;

export const isHardness = ({ min, max }: Range): boolean => min >= 1 && min <= max && max <= 10;
export const isDensity = ({ min, max }: Range): boolean =>
  min > 0 && min <= max && max <= MAX_DENSITY;

export const FORMULA_MESSAGE = 'We can’t read this formula. Type it plainly: CaSO4·2H2O';
export const HARDNESS_MESSAGE =
  'Please enter a hardness from 1 to 10, such as 7, or a range, such as 3.5-4';
export const DENSITY_MESSAGE = `Please enter a density above 0 and up to ${MAX_DENSITY}, such as 2.65, or a range, such as 2.6-2.7`;
