/** Weights and charges of formulas, by which the tests check the species table. */
import type { ElementSymbol } from '#core/contract/catalogue/chemical-elements.ts';
import type { Count, Formula, Unit } from '#core/contract/catalogue/formula.ts';
import type { Range, UnitCell } from '#core/contract/catalogue/species.ts';

/** Standard atomic weights, abridged. */
const weights: Record<ElementSymbol, number> = {
  H: 1.008,
  He: 4.003,
  Li: 6.94,
  Be: 9.012,
  B: 10.81,
  C: 12.011,
  N: 14.007,
  O: 15.999,
  F: 18.998,
  Ne: 20.18,
  Na: 22.99,
  Mg: 24.305,
  Al: 26.982,
  Si: 28.085,
  P: 30.974,
  S: 32.06,
  Cl: 35.45,
  Ar: 39.95,
  K: 39.098,
  Ca: 40.078,
  Sc: 44.956,
  Ti: 47.867,
  V: 50.942,
  Cr: 51.996,
  Mn: 54.938,
  Fe: 55.845,
  Co: 58.933,
  Ni: 58.693,
  Cu: 63.546,
  Zn: 65.38,
  Ga: 69.723,
  Ge: 72.63,
  As: 74.922,
  Se: 78.971,
  Br: 79.904,
  Rb: 85.468,
  Sr: 87.62,
  Y: 88.906,
  Zr: 91.224,
  Nb: 92.906,
  Mo: 95.95,
  Ru: 101.07,
  Rh: 102.906,
  Pd: 106.42,
  Ag: 107.868,
  Cd: 112.414,
  In: 114.818,
  Sn: 118.71,
  Sb: 121.76,
  Te: 127.6,
  I: 126.904,
  Cs: 132.905,
  Ba: 137.327,
  La: 138.905,
  Ce: 140.116,
  Pr: 140.908,
  Nd: 144.242,
  Sm: 150.36,
  Eu: 151.964,
  Gd: 157.25,
  Tb: 158.925,
  Dy: 162.5,
  Ho: 164.93,
  Er: 167.259,
  Tm: 168.934,
  Yb: 173.045,
  Lu: 174.967,
  Hf: 178.486,
  Ta: 180.948,
  W: 183.84,
  Re: 186.207,
  Os: 190.23,
  Ir: 192.217,
  Pt: 195.084,
  Au: 196.967,
  Hg: 200.592,
  Tl: 204.38,
  Pb: 207.2,
  Bi: 208.98,
  Th: 232.038,
  U: 238.029,
};

/** The charges that an element has in minerals. */
const charges: Partial<Record<ElementSymbol, readonly number[]>> = {
  H: [1],
  Li: [1],
  Be: [2],
  B: [3],
  C: [4],
  N: [5],
  O: [-2],
  F: [-1],
  Na: [1],
  Mg: [2],
  Al: [3],
  Si: [4],
  P: [5],
  S: [-2, -1, 6],
  Cl: [-1],
  K: [1],
  Ca: [2],
  Sc: [3],
  Ti: [4],
  V: [4, 5],
  Cr: [3, 6],
  Mn: [2, 3, 4],
  Fe: [2, 3],
  Co: [2, 3],
  Ni: [2, 3],
  Cu: [1, 2],
  Zn: [2],
  Ge: [4],
  As: [-3, -1, 2, 3, 5],
  Y: [3],
  Zr: [4],
  Nb: [5],
  Mo: [4, 6],
  Ag: [1],
  Cd: [2],
  Sn: [2, 4],
  Sb: [3, 5],
  Te: [-2, -1],
  Cs: [1],
  Ba: [2],
  La: [3],
  Ce: [3],
  Nd: [3],
  Yb: [3],
  Ta: [5],
  W: [6],
  Au: [1, 3],
  Hg: [1, 2],
  Tl: [1],
  Br: [-1],
  I: [-1],
  Se: [-2],
  Pt: [2],
  Pb: [2, 4],
  Bi: [3],
  Th: [4],
  U: [4, 6],
  Sr: [2],
};

const span = (ranges: readonly Range[]): Range => ({
  min: Math.min(...ranges.map(({ min }) => min)),
  max: Math.max(...ranges.map(({ max }) => max)),
});
const sum = (ranges: readonly Range[]): Range => ({
  min: ranges.reduce((total, { min }) => total + min, 0),
  max: ranges.reduce((total, { max }) => total + max, 0),
});
/** @throws Error for a number that nobody states: such a formula has no weight. */
function times(range: Range, count: Count): Range {
  if (count === 'n') throw new Error('n has no value');
  return span(
    [
      range.min * count.min,
      range.min * count.max,
      range.max * count.min,
      range.max * count.max,
    ].map((to) => ({ min: to, max: to })),
  );
}

/** The sum over all atoms; elements that take each other's place make it a range. */
function total(units: readonly Unit[], rangeOf: (element: ElementSymbol) => Range): Range {
  return sum(
    units.map((unit) => {
      const one =
        'element' in unit
          ? rangeOf(unit.element)
          : span(unit.choices.map((choice) => total(choice, rangeOf)));
      return times(one, unit.count);
    }),
  );
}

/** In atomic mass units. @throws Error for a formula with `n`. */
export const formulaWeight = (formula: Formula): Range =>
  sum(
    formula.map(({ count, units }) =>
      times(
        total(units, (element) => ({ min: weights[element], max: weights[element] })),
        count,
      ),
    ),
  );

const isZeroWithin = ({ min, max }: Range) => min <= 1e-9 && max >= -1e-9;

/**
 * Whether the charges can add up to zero: every element with one and the same charge throughout, or, with `mixed`, with any charge
 * between its lowest and highest. Elements that take each other's place do so in any share. Water after a dot has no charge.
 */
export function isBalanced(
  formula: Formula,
  elements: readonly ElementSymbol[],
  mixed: boolean,
): boolean {
  const charged = formula.map(({ count, units }) => ({
    count: count === 'n' ? { min: 1, max: 1 } : count,
    units,
  }));
  const balances = (rangeOf: (element: ElementSymbol) => Range) =>
    isZeroWithin(sum(charged.map(({ count, units }) => times(total(units, rangeOf), count))));
  const chargesOf = (element: ElementSymbol) => charges[element] ?? [];
  if (mixed)
    return balances((element) =>
      span(chargesOf(element).map((charge) => ({ min: charge, max: charge }))),
    );
  const combinations = elements.reduce<Map<ElementSymbol, number>[]>(
    (found, element) =>
      found.flatMap((chosen) =>
        chargesOf(element).map((charge) => new Map(chosen).set(element, charge)),
      ),
    [new Map()],
  );
  return combinations.some((chosen) =>
    balances((element) => {
      const charge = chosen.get(element) ?? Number.NaN;
      return { min: charge, max: charge };
    }),
  );
}

const ATOMIC_MASS_UNIT = 1.66054;

/** Cubic ångström. */
export function cellVolume({ a, b, c, ...angles }: UnitCell): number {
  const [alpha = 0, beta = 0, gamma = 0] = [angles.alpha, angles.beta, angles.gamma].map((angle) =>
    Math.cos((angle * Math.PI) / 180),
  );
  return a * b * c * Math.sqrt(1 - alpha ** 2 - beta ** 2 - gamma ** 2 + 2 * alpha * beta * gamma);
}

/** Grams per cubic centimetre, from what a cell weighs and how large it is. */
export function computedDensity(formula: Formula, cell: UnitCell): Range {
  const { min, max } = formulaWeight(formula);
  const perWeight = (cell.formulaUnits * ATOMIC_MASS_UNIT) / cellVolume(cell);
  return { min: min * perWeight, max: max * perWeight };
}
