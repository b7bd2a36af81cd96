/** Some hundred pieces as collectors write them, and what a term must find among them, computed in the plainest way. */

import type { Category } from '#core/contract/catalogue/categories.ts';
import type { SpecimenInput } from '#core/contract/catalogue/specimens.ts';
import { isOfName, tokensOf, tokensOfTerm } from '#core/server/catalogue/search/tokens.ts';
import { distance } from './typing.ts';

export type CorpusPiece = Partial<SpecimenInput> & { title: string };

const written: CorpusPiece[] = [
  {
    title: 'Améthyste, Las Vigas',
    origin: 'Piedra Parada, Veracruz, México',
    tags: ['Purple', 'old stock'],
    category: 'Crystals',
  },
  {
    title: 'Weißbleierz (Cerussit)',
    origin: 'Grube Friedrichssegen, Deutschland',
    description: 'Schneeweißer Zwilling.',
  },
  { title: 'Røros chalcopyrite', origin: 'Kærholm gruve, Røros, Norge' },
  { title: 'Sól kamienna – halite', origin: 'Wieliczka, Łódzkie, Polska' },
  {
    title: 'Αραγωνίτης',
    origin: 'Λαύριο, Αττική',
    description: 'Aragonite after a find of the ΛΑΥΡΙΟΝ mines.',
  },
  { title: 'Датолит', origin: 'Дальнегорск, Приморский край, Россия' },
  { title: '紫水晶 amethyst', origin: '宮城県 Shiroishi, Japan' },
  { title: 'ﬂuorite on Ａｇａｔｅ', description: 'Typed on an old machine: ﬁne luster.' },
  { title: `O'Hara's "geode" 5*`, description: 'Signed \\ 100% natural_piece, #12; DROP TABLE' },
  { title: '💎 Herkimer “diamond”', description: 'NEAR mint AND NOT repaired OR oiled' },
  { title: 'Flourite', description: 'As the old label has it.' },
  { title: 'Fluorite', origin: 'Rogerley, England' },
  { title: 'Fluorites and quartz' },
  { title: 'Quarz', origin: 'Erzgebirge' },
  { title: 'Silver wire', description: 'A copper stain.' },
  { title: 'Copper', description: 'With silver.' },
  { title: 'Hopper crystal of halite' },
  { title: 'Opal', origin: 'Coober Pedy' },
  { title: 'Unseen amethyst', visible: false, description: 'Secretword' },
  { title: 'Unseen quarzite', visible: false },
];

const species =
  'Quartz Calcite Pyrite Baryte Galena Sphalerite Elbaite Beryl Aquamarine Spessartine Topaz Apatite Malachite Azurite Wulfenite'.split(
    ' ',
  );
const forms = ['cluster', 'druse', 'on matrix', 'geode', 'twin', 'scepter', 'pseudomorph'];
const places = [
  'Tsumeb, Namibia',
  'Dalnegorsk, Russia',
  'Herkimer, New York, USA',
  'Franklin, New Jersey, USA',
  'Panasqueira, Portugal',
  'Minas Gerais, Brazil',
];
const kinds: Category[] = ['Minerals', 'Crystals', 'Gemstones'];

const combined: CorpusPiece[] = species.flatMap((name, nth) =>
  forms.flatMap((form, other) => {
    const at = nth * forms.length + other;
    const second = species[(nth * 3 + other * 5) % species.length];
    return [
      {
        title: `${name} ${form}`,
        origin: places[at % places.length] ?? '',
        category: kinds[at % kinds.length] ?? 'Minerals',
        price: `${20 + at}`,
      },
      {
        title: `${form} with ${second}`,
        description: `A ${name.toLowerCase()} as in the collection of ${places[(at * 7) % places.length]}; ${at} g.`,
        tags: at % 4 === 0 ? ['Classic', 'ex museum'] : [],
        visible: at % 9 !== 0,
        status: at % 5 === 0 ? ('sold' as const) : ('available' as const),
      },
    ];
  }),
);

export const corpus: CorpusPiece[] = [...written, ...combined];

/** The words of a piece, those of the better places first. */
export function placesOf({
  title,
  category = 'Minerals',
  tags = [],
  origin = '',
  description = '',
}: CorpusPiece): string[][] {
  const name = tokensOf(title);
  const start = name.findIndex((word) => /[\p{L}\p{N}\p{So}]/u.test(word)) + 1;
  return [
    name.slice(0, start),
    name.slice(start),
    ...[[category, ...tags].join(' '), origin, description].map(tokensOf),
  ];
}

/** How a typed word fits one that is there: 0 is it, 1 begins it, 2 is mistyped for it, 3 for its beginning. A stone's name is not mistyped in its first letter. */
export function fitOf(typed: string, word: string): number | null {
  if (word === typed) return 0;
  if (word.startsWith(typed)) return 1;
  const length = Array.from(typed).length;
  if (length < 5 || (isOfName(typed) && !word.startsWith(typed.charAt(0)))) return null;
  if (distance(typed, word) === 1) return 2;
  const beginnings = [length - 1, length, length + 1].map((end) =>
    Array.from(word).slice(0, end).join(''),
  );
  return beginnings.some((beginning) => distance(typed, beginning) <= 1) ? 3 : null;
}

/** Places in the corpus, with their ranks, of what the term must find. */
export function expectedMatches(
  term: string,
  pieces: CorpusPiece[],
  hidden: boolean,
): Map<number, string> {
  const words = tokensOfTerm(term);
  const seen = [...pieces.entries()]
    .filter(([, { visible = true }]) => visible || hidden)
    .map(([at, piece]) => ({ at, places: placesOf(piece) }));
  // The same words are in many pieces.
  const known = new Map<string, number | null>();
  const fitting = (word: string, there: string) => {
    const pair = `${word} ${there}`;
    if (!known.has(pair)) known.set(pair, fitOf(word, there));
    return known.get(pair) ?? null;
  };
  const bestOf = (word: string, places: string[][], worst: number) => {
    const fits = places.flatMap((found, place) =>
      found.map((there) => [fitting(word, there), place] as const),
    );
    const good = fits
      .filter(([fit]) => fit !== null && fit <= worst)
      .map(([fit, place]) => [fit ?? 0, place] as const);
    return good.toSorted(([a, p], [b, q]) => a - b || p - q)[0];
  };
  const found = new Map<number, string>();
  const worstOf = new Map(
    words.map((word) => [word, seen.some(({ places }) => bestOf(word, places, 2)) ? 2 : 3]),
  );
  for (const { at, places } of words.length === 0 ? [] : seen) {
    const bests = words.map((word) => bestOf(word, places, worstOf.get(word) ?? 2));
    if (bests.some((best) => !best)) continue;
    const sum = (part: 0 | 1) =>
      bests.reduce(
        (total, best) => total + (best ? Math.min(best[part], part === 0 ? 2 : 4) : 0),
        0,
      );
    found.set(at, `${String(sum(0)).padStart(4, '0')} ${String(sum(1)).padStart(4, '0')}`);
  }
  return found;
}
