import { difference, type OwnColour } from '#core/contract/catalogue/stone-colours.ts';

/** Unknown is empty or null, and like nothing. */
export type Traits = {
  id: number;
  /** The main ones. */
  species: readonly string[];
  /** From the mine to the country. */
  locality: readonly string[];
  colours: readonly OwnColour[] | null;
  /** The longest side in millimeters. */
  sizeMm: number | null;
  cents: number | null;
  isAvailable: boolean;
};

const weights = { species: 40, locality: 20, colour: 20, size: 10, price: 10 } as const;

/** Each from 0, nothing in common, to 1, the same. */
const likenesses: { [Name in keyof typeof weights]: (one: Traits, other: Traits) => number } = {
  species: (one, other) => shared(one.species, other.species),
  locality: (one, other) => sharedPlaces(one.locality, other.locality),
  colour: (one, other) => sharedColours(one.colours ?? [], other.colours ?? []),
  size: (one, other) => sameMagnitude(one.sizeMm, other.sizeMm),
  price: (one, other) => sameMagnitude(one.cents, other.cents),
};

/** Colors farther apart than this have nothing in common. */
const OTHER_COLOUR = 40;
/** One four times as large or as dear has nothing in common. */
const OTHER_MAGNITUDE = 4;

/** From 0 to 100. */
export const similarity = (one: Traits, other: Traits): number =>
  Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * likenesses[name as keyof typeof weights](one, other),
    0,
  );

/** What can be bought comes first; equals newest first. */
export function mostSimilar<T extends Traits>(
  piece: Traits,
  candidates: readonly T[],
  limit: number,
): T[] {
  return candidates
    .filter(({ id }) => id !== piece.id)
    .map((candidate) => ({ candidate, score: similarity(piece, candidate) }))
    .toSorted(
      (a, b) =>
        Number(b.candidate.isAvailable) - Number(a.candidate.isAvailable) ||
        b.score - a.score ||
        b.candidate.id - a.candidate.id,
    )
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

function shared(one: readonly string[], other: readonly string[]): number {
  const both = one.filter((name) => other.includes(name)).length;
  return both === 0 ? 0 : both / Math.min(one.length, other.length);
}

function sharedPlaces(one: readonly string[], other: readonly string[]): number {
  let levels = 0;
  while (levels < one.length && one.at(-1 - levels) === other.at(-1 - levels)) levels += 1;
  return one.length === 0 ? 0 : levels / one.length;
}

function sharedColours(one: readonly OwnColour[], other: readonly OwnColour[]): number {
  const whole = one.reduce((sum, { share }) => sum + share, 0);
  if (whole === 0 || other.length === 0) return 0;
  const near = one.reduce((sum, colour) => {
    const distance = Math.min(...other.map((its) => difference(colour, its)));
    return sum + colour.share * Math.max(0, 1 - distance / OTHER_COLOUR);
  }, 0);
  return near / whole;
}

function sameMagnitude(one: number | null, other: number | null): number {
  if (!one || !other) return 0;
  return Math.max(0, 1 - Math.abs(Math.log(one / other)) / Math.log(OTHER_MAGNITUDE));
}
