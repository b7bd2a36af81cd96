/** Written as `LW orange`, `SW none`. */
import type { Fluorescence, UltravioletLight } from './species.ts';

/** It was looked for, and not found. */
export const NO_FLUORESCENCE = 'none';
export const MAX_COLOUR = 60;

const lights = ['SW', 'MW', 'LW'] as const satisfies readonly UltravioletLight[];

export const isFluorescent = (fluorescence: readonly Fluorescence[]): boolean =>
  fluorescence.some(({ colour }) => colour.toLowerCase() !== NO_FLUORESCENCE);

/** Returns undefined where nothing is wrong. */
export const fluorescenceError = (fluorescence: readonly Fluorescence[]): string | undefined =>
  new Set(fluorescence.map(({ light }) => light)).size === fluorescence.length
    ? undefined
    : 'Please enter each light only once';

export const formatFluorescence = ({ light, colour }: Fluorescence): string => `${light} ${colour}`;

/** @returns null where it names no light or no color. */
export function parseFluorescence(text: string): Fluorescence | null {
  const [name = '', ...colour] = text.trim().split(/\s+/);
  const light = lights.find((known) => known === name.toUpperCase());
  return light === undefined || colour.length === 0 ? null : { light, colour: colour.join(' ') };
}
