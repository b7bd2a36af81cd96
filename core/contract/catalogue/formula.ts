/** Formulas are typed as `Ca5(PO4)3(F,OH)` or `CaSO4·2H2O`. */
import { type ElementSymbol, elementNames } from './chemical-elements.ts';

/** One number is a range of itself; `n` is unknown. */
export type Count = { min: number; max: number } | 'n';

/** Without commas a bracket has one choice. */
export type Unit =
  | { element: ElementSymbol; count: Count }
  | { choices: readonly (readonly Unit[])[]; count: Count };

type Compound = { count: Count; units: readonly Unit[] };

export type Formula = readonly Compound[];

const ONE: Count = { min: 1, max: 1 };
/** A longer text is no formula. */
const MAX_LENGTH = 120;
const symbol = /[A-Z][a-z]?/y;
/** A lone 0 is no count. */
const number = /(?!0(?![.–-]))\d+(?:\.\d+)?(?:[-–]\d+(?:\.\d+)?)?|n(?![a-z])/y;

/** @returns null for unknown elements, open brackets, words. */
export function parseFormula(text: string): Formula | null {
  if (text.length > MAX_LENGTH) return null;
  const reader = {
    text: text.replace(/\s+/g, '').replace(/(?<!(?<!\d)0)[.*•∙](?=\d*[A-Zn])/g, '·'),
    at: 0,
  };
  const formula: Compound[] = [];
  do {
    const count = readCount(reader);
    const units = readUnits(reader);
    if (units === null || units.length === 0) return null;
    formula.push({ count, units });
  } while (take(reader, '·'));
  return reader.at === reader.text.length ? formula : null;
}

type Reader = { text: string; at: number };

function match(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0] ?? null;
  reader.at += found?.length ?? 0;
  return found;
}

function take(reader: Reader, sign: string): boolean {
  if (reader.text[reader.at] !== sign) return false;
  reader.at += 1;
  return true;
}

function readCount(reader: Reader): Count {
  const found = match(reader, number);
  if (found === null) return ONE;
  if (found === 'n') return 'n';
  const [min = 1, max = min] = found.split(/[-–]/).map(Number);
  return { min, max };
}

/** @returns null where something is no unit; stops before what ends one. */
function readUnits(reader: Reader): Unit[] | null {
  const units: Unit[] = [];
  while (reader.at < reader.text.length && !'),·'.includes(reader.text[reader.at] ?? '')) {
    if (take(reader, '(')) {
      const choices: Unit[][] = [];
      do {
        const choice = readUnits(reader);
        if (choice === null || choice.length === 0) return null;
        choices.push(choice);
      } while (take(reader, ','));
      if (!take(reader, ')')) return null;
      units.push({ choices, count: readCount(reader) });
    } else {
      const element = match(reader, symbol);
      if (element === null || !isElement(element)) return null;
      units.push({ element, count: readCount(reader) });
    }
  }
  return units;
}

const isElement = (text: string): text is ElementSymbol => Object.hasOwn(elementNames, text);

/** Includes choices, each element once. */
export function elementsOf(formula: Formula): ElementSymbol[] {
  const ofUnits = (units: readonly Unit[]): ElementSymbol[] =>
    units.flatMap((unit) => ('element' in unit ? [unit.element] : unit.choices.flatMap(ofUnits)));
  return [...new Set(formula.flatMap(({ units }) => ofUnits(units)))];
}

/** Neighbors differ in `isSubscript`. */
type FormulaPart = { text: string; isSubscript: boolean };

/** `CaSO4·2H2O` is `CaSO`, subscript `4`, `·2H`, subscript `2`, `O`. */
export function formulaParts(formula: Formula): FormulaPart[] {
  const parts: FormulaPart[] = [];
  const write = (text: string, isSubscript: boolean) => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last?.isSubscript === isSubscript) last.text += text;
    else parts.push({ text, isSubscript });
  };
  const writeUnits = (units: readonly Unit[]) => {
    for (const unit of units) {
      if ('element' in unit) write(unit.element, false);
      else {
        for (const [index, choice] of unit.choices.entries()) {
          write(index === 0 ? '(' : ',', false);
          writeUnits(choice);
        }
        write(')', false);
      }
      write(formatCount(unit.count), true);
    }
  };
  for (const [index, { count, units }] of formula.entries()) {
    write(`${index === 0 ? '' : '·'}${formatCount(count)}`, false);
    writeUnits(units);
  }
  return parts;
}

/** Made on the server, so that visitors need not download how. */
export type WrittenFormula = { parts: FormulaPart[]; spoken: string };

/** @returns null for a text that is no formula. */
export function writeFormula(text: string): WrittenFormula | null {
  const formula = parseFormula(text);
  return formula && { parts: formulaParts(formula), spoken: spokenFormula(formula) };
}

function formatCount(count: Count, to = '–'): string {
  if (count === 'n') return 'n';
  if (count.min !== count.max) return `${count.min}${to}${count.max}`;
  return count.min === 1 ? '' : String(count.min);
}

/** Groups stand in brackets or alone between two dots. */
const groupNames: Record<string, string> = {
  OH: 'hydroxyl',
  H2O: 'water',
  CO3: 'carbonate',
  HCO3: 'hydrogen carbonate',
  BO3: 'borate',
  SiO4: 'silicate',
  SO4: 'sulfate',
  PO4: 'phosphate',
  AsO4: 'arsenate',
  VO4: 'vanadate',
  CrO4: 'chromate',
  MoO4: 'molybdate',
  UO2: 'uranyl',
  VO: 'vanadyl',
};

/** Screen readers run letters and digits together: `calcium, sulfur, oxygen 4, with 2 water`. */
export function spokenFormula(formula: Formula): string {
  return formula
    .map(({ count, units }, index) => {
      const amount = count === 'n' ? 'some' : formatCount(count, ' to ');
      return `${index === 0 ? '' : 'with '}${amount === '' ? '' : `${amount} `}${spokenUnits(units)}`;
    })
    .join(', ');
}

function spokenUnits(units: readonly Unit[]): string {
  const written = formulaParts([{ count: ONE, units }]).map(({ text }) => text);
  const name = groupNames[written.join('')];
  if (name !== undefined) return name;
  return units
    .map((unit) => {
      const amount = unit.count === 'n' ? 'some' : formatCount(unit.count, ' to ');
      return `${'element' in unit ? elementNames[unit.element] : spokenChoices(unit.choices)}${amount === '' ? '' : ` ${amount}`}`;
    })
    .join(', ');
}

function spokenChoices(choices: readonly (readonly Unit[])[]): string {
  const spoken = choices.map(spokenUnits);
  const last = spoken.at(-1) ?? '';
  if (spoken.length > 1) return `${spoken.slice(0, -1).join(', ')} or ${last}`;
  return last.includes(',') ? `the group ${last}, end of group` : last;
}
