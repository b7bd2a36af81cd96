import type { DemoSpecimen } from './demo-data.ts';

type Described = Pick<DemoSpecimen, 'title' | 'description' | 'species' | 'formula' | 'crystalSystem' | 'hardness'>;

/** The description, followed by a line such as "Quartz, variety amethyst, SiO₂, trigonal, hardness 7." unless the title already says that. */
export function descriptionOf({ title, description, species, formula, crystalSystem, hardness }: Described): string {
  const properties = [formula && withSubscripts(formula), crystalSystem?.toLowerCase(), hardness && `hardness ${hardness}`].filter(Boolean);
  if (properties.length === 0 && title.includes(species)) return description;
  const name = species.replace(/ var\. (\w)/, (_match, initial: string) => `, variety ${initial.toLowerCase()}`);
  return `${description}\n\n${[name, ...properties].join(', ')}.`;
}

/** `CaSO4·2H2O` → `CaSO₄·2H₂O`: a number is a subscript after a letter or bracket, and a factor at the start of a part. */
export function withSubscripts(formula: string): string {
  return formula.replace(/(?<=[A-Za-z)])\d+/g, (digits) =>
    Array.from(digits, (digit) => String.fromCodePoint(0x2080 + Number(digit))).join(''),
  );
}
