import type { Picture } from '#core/contract/media/media.ts';

export type Side = 'mine' | 'theirs';

export type Difference<Name = string> = {
  name: Name;
  mine: string;
  theirs: string;
  /** Both sides changed it: only a person can say which is right. */
  isContested: boolean;
  proposal: Side;
};

export type Versions<T> = {
  base: T;
  mine: T;
  theirs: T;
};

/** In the order of the names. @param displayOf words a field for a person. */
export function differencesOf<Name, T>(
  names: readonly Name[],
  displayOf: (name: Name, version: T) => string,
  { base, mine, theirs }: Versions<T>,
): Difference<Name>[] {
  return names.flatMap((name) => {
    const [was, my, their] = [base, mine, theirs].map((version) => displayOf(name, version)) as [
      string,
      string,
      string,
    ];
    if (my === their) return [];
    const isContested = my !== was && their !== was;
    return [
      {
        name,
        mine: my,
        theirs: their,
        isContested,
        proposal: my === was ? ('theirs' as const) : ('mine' as const),
      },
    ];
  });
}

export const proposalsOf = <Name>(
  differences: readonly Difference<Name>[],
): ReadonlyMap<Name, Side> => new Map(differences.map(({ name, proposal }) => [name, proposal]));

export function mergeVersions<T extends object>(
  mine: T,
  theirs: T,
  choices: ReadonlyMap<keyof T, Side>,
): T {
  const chosen = [...choices]
    .filter(([, side]) => side === 'mine')
    .map(([name]) => [name, mine[name]]);
  return { ...theirs, ...Object.fromEntries(chosen) };
}

export function displayValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value).trim();
  if (Array.isArray(value)) return value.map(displayValue).join('\n');
  if ('kind' in value && value.kind === 'picture') return displayPicture(value as Picture);
  return Object.values(value).map(displayValue).filter(Boolean).join(', ');
}

const displayPicture = ({ id, alt }: Picture) =>
  `Photo ${id.slice(0, 6)}${alt === '' ? '' : `, “${alt}”`}`;
