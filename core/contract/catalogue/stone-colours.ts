/** Colors in CIELAB (D65). */

/** `L` from 0 (black) to 100 (white), `a` and `b` from about -128 to 128. */
export type Lab = { L: number; a: number; b: number };

/** `share`: its part of the stone in the picture, from 0 to 1. */
export type OwnColour = Lab & { share: number };

/** In the order of the palette. */
export const stoneColours = {
  red: { label: 'Red', swatch: '#c8202f' },
  orange: { label: 'Orange', swatch: '#e5761f' },
  yellow: { label: 'Yellow', swatch: '#e3bb1e' },
  green: { label: 'Green', swatch: '#2c9153' },
  blue: { label: 'Blue', swatch: '#2f62c4' },
  violet: { label: 'Violet', swatch: '#7d48b5' },
  pink: { label: 'Pink', swatch: '#e58fae' },
  brown: { label: 'Brown', swatch: '#7a5230' },
  black: { label: 'Black', swatch: '#1d1c1f' },
  grey: { label: 'Gray', swatch: '#8a8a8d' },
  // A picture does not tell a clear crystal from a white one.
  white: { label: 'White or colorless', swatch: '#f1f0ec' },
} as const satisfies Record<string, { label: string; swatch: string }>;

export type StoneColour = keyof typeof stoneColours;

export const stoneColourNames = Object.keys(stoneColours) as StoneColour[];

/** Distance from gray: 10 is a tint, 60 vivid. */
export const chroma = ({ a, b }: Lab): number => Math.hypot(a, b);

/** Degrees from 0 to 360: red near 40, yellow 100, green 150, blue 290, violet 315. */
export const hue = ({ a, b }: Lab): number => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

/** CIE76: 2 is just seen, 20 is another color. */
export const difference = (one: Lab, other: Lab): number =>
  Math.sqrt((one.L - other.L) ** 2 + (one.a - other.a) ** 2 + (one.b - other.b) ** 2);

type Range = {
  name: StoneColour;
  /** From the first up to the second degree. */
  hues: readonly [from: number, to: number];
  /** Lightness and chroma, from the first up to the second. */
  L?: readonly [number, number];
  C?: readonly [number, number];
};

/** Colors with less chroma are gray; more of it in warm hues, since most matrix is beige. */
const NEUTRAL = 9;
const WARM_NEUTRAL = 18;
const WARM = [35, 112] as const;

/** The first range that holds a color names it; gray has none. */
const ranges: readonly Range[] = [
  { name: 'violet', hues: [308, 336] },
  { name: 'violet', hues: [298, 308], L: [45, 101] },
  // Dark purple leans to red.
  { name: 'violet', hues: [336, 360], L: [0, 45], C: [0, 45] },
  { name: 'pink', hues: [336, 360] },
  { name: 'pink', hues: [0, 35], L: [45, 101], C: [0, 45] },
  { name: 'pink', hues: [35, 44], L: [62, 101], C: [0, 45] },
  { name: 'brown', hues: [0, 25], C: [0, 20] },
  { name: 'brown', hues: [25, 44], C: [0, 32] },
  { name: 'red', hues: [0, 44] },
  { name: 'red', hues: [44, 48], L: [0, 30], C: [40, 200] },
  { name: 'brown', hues: [44, 76], L: [0, 30] },
  { name: 'brown', hues: [44, 76], L: [30, 62], C: [0, 45] },
  { name: 'orange', hues: [44, 76] },
  { name: 'brown', hues: [76, 112], L: [0, 40] },
  { name: 'brown', hues: [76, 112], C: [0, 27] },
  { name: 'yellow', hues: [76, 112] },
  { name: 'green', hues: [112, 195] },
  // CIELAB's hues turn with lightness: the deepest blue comes close to violet.
  { name: 'blue', hues: [195, 308] },
];

const isWithin = (value: number, range: readonly [number, number] | undefined) =>
  !range || (value >= range[0] && value < range[1]);

export function colourName(colour: Lab): StoneColour {
  const [C, h] = [chroma(colour), hue(colour)];
  const named = ranges.find(
    ({ hues, ...range }) =>
      isWithin(h, hues) && isWithin(colour.L, range.L) && isWithin(C, range.C),
  );
  if (named && C >= (isWithin(h, WARM) ? WARM_NEUTRAL : NEUTRAL)) return named.name;
  return colour.L < 22 ? 'black' : colour.L < 65 ? 'grey' : 'white';
}

const greys: ReadonlySet<StoneColour> = new Set<StoneColour>(['black', 'grey', 'white']);

/** The matrix strikes less, black least, for every stone has shadows. */
const weight = (colour: OwnColour): number =>
  colour.share * (1 + chroma(colour) / 15) * (colourName(colour) === 'black' ? 0.6 : 1);

/** Shares of all weight from which a color is named, and grays, as matrix and shine, go unnamed. */
const NAMED = 0.12;
const COLOURFUL = 0.35;

/** The most striking first; none for a picture not looked at yet. */
export function colourNames(colours: readonly OwnColour[] | null): StoneColour[] {
  const weights = new Map<StoneColour, number>();
  for (const colour of colours ?? []) {
    const name = colourName(colour);
    weights.set(name, (weights.get(name) ?? 0) + weight(colour));
  }
  const sum = (names: Iterable<readonly [StoneColour, number]>) =>
    [...names].reduce((total, [, part]) => total + part, 0);
  const total = sum(weights);
  const isColourful = sum([...weights].filter(([name]) => !greys.has(name))) >= COLOURFUL * total;
  return [...weights]
    .filter(([name, part]) => part >= NAMED * total && !(isColourful && greys.has(name)))
    .toSorted(([, one], [, other]) => other - one)
    .map(([name]) => name);
}
