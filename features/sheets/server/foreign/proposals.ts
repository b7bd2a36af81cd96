/** What each column may be, by its heading and its cells. Runs in the child process. */
import { categories } from '#core/contract/catalogue/categories.ts';
import { parseDimensions } from '#core/contract/catalogue/dimensions.ts';
import { parseDisclosure } from '#core/contract/catalogue/disclosures.ts';
import { readFigure } from '#core/contract/figures.ts';
import { fold } from '#core/contract/fold.ts';
import { speciesNamed } from '#core/server/catalogue/species/species.service.ts';
import type { Sureness } from '#features/sheets/contract/sheet-look.ts';
import { isJoinedTarget } from '#features/sheets/contract/sheet-targets.ts';
import { readPhrase } from './amounts.ts';
import type { ColumnSurvey } from './column-survey.ts';
import { readDate } from './dates.ts';
import { namedTarget, plainHeading, unitIn } from './heading-names.ts';
import { isPhotoAddress } from './raw-rows.ts';
import { categoryIn, fileNames, readFluorescence, readYesNo, splitList } from './words.ts';

const MOST = 0.6;
const LONG_TEXT = 80;

/** `target` empty: it is left out. `suggestions`: what an asked one may be. */
export type Proposal = { target: string; sureness: Sureness; suggestions: string[] };

const WEIGHT =
  /^\d[\d.,]*\s*(g|gr|kg|ct|cts|carats?|karat|oz|lbs?|gramm?|grams?|grammes|gramos|grammi)\.?$/i;
const FILE = /^[^\n:*?"<>|]+\.(jpe?g|png|webp|heic|avif|tiff?|mp4|mov)$/i;
const isWeight = (text: string) => WEIGHT.test(text.trim());
const isFile = (text: string) => FILE.test(text.trim()) || isPhotoAddress(text.trim());
const isPhotos = (text: string) => {
  // The last of a long list may be cut off.
  const names = fileNames(text);
  return (names.length > 3 ? names.slice(0, -1) : names).every(
    (name) => isFile(name) || /^https?:\/\/\S+$/i.test(text.split(/[\s,;|]+/)[0] ?? ''),
  );
};
const isSpecies = (text: string) => splitList(text).some((name) => speciesNamed(name) !== null);
const isSize = (text: string) =>
  parseDimensions(text.replace(/(\d)(mm|cm|in)$/i, '$1 $2')) !== null;
const DRAWER =
  /\b(?:drawer|shelf|box|cabinet|bin|tray|warehouse|room|rack|aisle|safe|storage|garage|schublade|fach|regal|kiste|schrank|lager|vitrine|tiroir|boite|armoire|etagere|cajon|caja|estante|cassetto|scaffale|lade|kast|doos|suplik|police)\b|^[a-z]{0,3}[- ]?\d{1,4}([-/.][a-z\d]{1,4})*$/i;
const isDrawer = (text: string) => DRAWER.test(fold(text).trim());
const COUNTRIES =
  /\b(?:usa|u\.s\.a\.|united states|mexico|brazil|brasil|china|peru|namibia|morocco|pakistan|india|russia|germany|deutschland|france|italy|italia|spain|espana|england|uk|switzerland|schweiz|austria|osterreich|romania|australia|canada|bolivia|congo|tanzania|madagascar|afghanistan|south africa|portugal|japan|czech|czechia|poland|norway|sweden|greece|chile|colombia|bulgaria|kazakhstan|zambia|namibie|maroc|mine|mina|quarry|grube|co\.|county|mountains?|district)\b/i;
const isPlace = (text: string) => COUNTRIES.test(fold(text));
const PERSON =
  /\b(?:ex|coll|collection|collector|museum|dr|prof|estate)\b|^\p{Lu}\.? ?\p{Lu}?\p{L}+$/iu;
const FORMER =
  /\b(?:ex|former|prior|previous|ehemalig\w*|vorbesitz\w*|ancienne?|provenance|owner)\b/;

/** Targets that refuse other cells, or whose names mean other things too, need these looks. */
const looks: Record<string, (text: string, column: ColumnSurvey) => boolean> = {
  category: (text) => categoryIn(text) !== null,
  'for sale': (text) => readYesNo(text) !== null,
  visible: (text) => readYesNo(text) !== null,
  quantity: (text) =>
    /^\d{1,4}([.,]0+)?(?![\d.,])/.test(text.normalize('NFKC')) || /^(sold|unlimited)/i.test(text),
  disclosures: (text) =>
    splitList(text).every((entry) => parseDisclosure(entry) !== null) ||
    /^(no|none|yes|n|y)$/i.test(text) ||
    /repair|restor|treat|heat|oil|dye|irradi|coat|glue|fill|stabili|repariert|behandelt/i.test(
      text,
    ),
  fluorescence: (text) => readFluorescence(text) !== null,
  picture: isPhotos,
  cost: (text, { decimals }) => typeof readFigure(text, decimals) === 'number',
  coordinates: (text) => /^[-+]?\d{1,3}[.,]\d+/.test(text) || /\d°/.test(text),
  mindat: (text) => /\d/.test(text),
  weight: (text) => /\d/.test(text),
  price: (text, { decimals }) =>
    readFigure(text, decimals) !== null ||
    /\d/.test(text) ||
    readPhrase(text) !== null ||
    text.length < 40,
  'acquisition date': (text) => readDate(text, 'mdy') !== null || readDate(text, 'dmy') !== null,
};

const instead: Record<string, string> = {
  category: 'tags',
  fluorescence: 'condition',
  disclosures: 'condition',
};

const sure = (target: string): Proposal => ({ target, sureness: 'sure', suggestions: [] });
const guessed = (target: string): Proposal => ({ target, sureness: 'guessed', suggestions: [] });
const asked = (target: string, suggestions: string[]): Proposal => ({
  target,
  sureness: 'asked',
  suggestions,
});
const none: Proposal = { target: '', sureness: 'none', suggestions: [] };

/** @param shape the targets that a known program's columns have; its other columns stand behind. */
export function proposeTargets(
  columns: readonly ColumnSurvey[],
  shape: readonly string[] | null,
): Proposal[] {
  const named = columns.map(({ heading }) => namedTarget(heading));
  const proposed = columns.map((column, index): Proposal => {
    if (column.filled === 0) return none;
    const target = shape?.[index];
    if (target !== undefined) {
      if (target === '') return none;
      const look = looks[target];
      return !look || fits(column, (text) => look(text, column))
        ? sure(target)
        : guessed(instead[target] ?? '');
    }
    if (shape) return besideShape(column, named[index]);
    const known = named[index];
    return known === undefined ? byContents(column) : byName(column, known, { named, index });
  });
  return withTitle(withoutRepeats(proposed, columns), columns);
}

const isNamed = ({ target }: Proposal): boolean => ['title', 'species'].includes(target);

/** A piece needs a name: where no column says that it has it, the likeliest is asked about. */
function withTitle(proposed: readonly Proposal[], columns: readonly ColumnSurvey[]): Proposal[] {
  const likely = columns.findIndex(
    (column, index) =>
      proposed[index]?.sureness === 'none' &&
      fits(column, (text) => /\p{L}{3}/u.test(text) && !/^https?:/.test(text)),
  );
  return proposed.map((one, index) =>
    index === likely && !proposed.some(isNamed) ? asked('', ['title', 'species']) : one,
  );
}

/** Beside what the program is known for, only plain words count: the rest is its own business. */
function besideShape(column: ColumnSurvey, named: string | undefined): Proposal {
  const facts = ['locality', 'dimensions', 'weight', 'species', 'associated species', 'provenance'];
  const isFact =
    named !== undefined && facts.includes(named) && !/location|collection/i.test(column.heading);
  if (!isFact) return none;
  const proposal = byName(column, named, { named: [named], index: 0 });
  return proposal.sureness === 'sure' ? guessed(proposal.target) : proposal;
}

type Beside = { named: readonly (string | undefined)[]; index: number };

function byName(column: ColumnSurvey, target: string, { named, index }: Beside): Proposal {
  const heading = plainHeading(column.heading);
  if (heading === 'reference' && column.isUnique && !named.includes('catalogue number'))
    return sure('catalogue number');
  if (target === 'dimensions' && fits(column, isWeight)) return sure('weight');
  if (target === 'catalogue number' && !column.isUnique && column.filled > 1)
    return asked('', ['catalogue number', 'reference']);
  if (/^(location|ort|standort|lieu|ubicacion|posizione)$/.test(heading)) {
    const hasLocality = named.some((one, at) => one === 'locality' && at !== index);
    const isSame = column.samples.length === 1 && column.filled > 1;
    if (fits(column, isDrawer)) return guessed('storage place');
    return !hasLocality && !isSame && fits(column, isPlace)
      ? guessed('locality')
      : asked('', ['storage place', 'locality']);
  }
  if (target === 'storage place')
    return fits(column, isPlace) ? asked('', ['storage place', 'locality']) : sure(target);
  if (target === 'provenance' && !FORMER.test(heading))
    return fits(column, (text) => PERSON.test(text) && /\b(ex|coll|museum)\b/i.test(text))
      ? guessed('provenance')
      : asked('', ['collections', 'provenance', 'tags', 'private notes']);
  if (target === 'condition' && fits(column, (text) => /^(new|used|\d+)$/i.test(text.trim())))
    return none;
  if (target === 'species' && fits(column, (text) => text.length > LONG_TEXT))
    return guessed('description');
  const look = looks[target];
  if (!look || fits(column, (text) => look(text, column))) {
    const isWithoutTax = target === 'price' && taxRank(column.heading) === 3;
    return isWithoutTax ? asked(target, ['price', 'cost']) : sure(target);
  }
  return instead[target] === undefined
    ? { ...byContents(column), sureness: 'asked', suggestions: [target] }
    : guessed(instead[target] ?? '');
}

/** What a buyer pays goes before what is without tax, or for a time. */
export function taxRank(heading: string): number {
  const words = fold(heading);
  if (
    /\b(incl|inkl|included|ttc|brutto|gross|with tax|iva incl|s dph|incluid[oa]|compresa)/.test(
      words,
    )
  )
    return 0;
  if (
    /\b(excl|exkl|excluded|ht|netto|net|without tax|ex vat|hors|senza iva|sin iva|bez dph)\b/.test(
      words,
    )
  )
    return 3;
  return /\b(sale|special|promo|offer|angebot|aktion|discount|solde|wholesale)/.test(words) ? 2 : 1;
}

/** A field that holds one column takes the best of those for it. */
function withoutRepeats(
  proposed: readonly Proposal[],
  columns: readonly ColumnSurvey[],
): Proposal[] {
  return proposed.map((one, index) => {
    if (one.target === '' || isJoinedTarget(one.target)) return one;
    const rivals = proposed.flatMap(({ target, sureness }, at) =>
      target === one.target
        ? [
            {
              at,
              rank:
                target === 'price'
                  ? taxRank(columns[at]?.heading ?? '')
                  : sureness === 'sure'
                    ? 0
                    : 1,
            },
          ]
        : [],
    );
    const best = rivals.reduce((first, rival) => (rival.rank < first.rank ? rival : first));
    return best.at === index ? one : none;
  });
}

function byContents(column: ColumnSurvey): Proposal {
  const { decimals, currencies } = column;
  const isFigure = (text: string) => typeof readFigure(text, decimals) === 'number';
  if (fits(column, isPhotos) && fits(column, (text) => fileNames(text).some(isFile)))
    return guessed('picture');
  if (fits(column, isWeight)) return guessed('weight');
  if (fits(column, isSize)) return guessed('dimensions');
  if (unitIn(column.heading) !== null && fits(column, (text) => isSize(`${text} mm`)))
    return guessed('dimensions');
  if (currencies.length > 0 && fits(column, (text) => /\d/.test(text) && text.length < 40))
    return guessed('price');
  if (fits(column, isSpecies)) return guessed('species');
  if (column.isUnique && fits(column, (text) => /^\p{L}{0,5}[-./ ]?\d{1,6}\p{L}?$/u.test(text)))
    return asked('', ['catalogue number']);
  if (fits(column, (text) => categories.some((category) => category === text)))
    return guessed('category');
  if (fits(column, (text) => /^\d{4}-\d\d-\d\d/.test(text))) return asked('', ['acquisition date']);
  if (fits(column, (text) => isFigure(text) && /[.,]\d\d$/.test(text.trim())))
    return asked('', ['price', 'cost', 'weight']);
  return fits(column, (text) => text.length > LONG_TEXT)
    ? asked('', ['description', 'private notes'])
    : none;
}

function fits({ samples }: ColumnSurvey, isIt: (text: string) => boolean): boolean {
  return samples.length > 0 && samples.filter((text) => isIt(text)).length >= samples.length * MOST;
}

/** Whether a column that is remembered as this still reads like it. */
export function stillFits(column: ColumnSurvey, target: string): boolean {
  const look = looks[target];
  return !look || column.samples.length === 0 || fits(column, (text) => look(text, column));
}
