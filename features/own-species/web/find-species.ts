import { fold } from '#core/contract/fold.ts';
import type { ListedSpecies } from '#features/own-species/contract/own-species.ts';
import { likeness, MIN_LIKENESS } from '#ui/lib/likeness.ts';

/** `by` is the other name that alone it was found by; null where its own is enough. */
export type FoundRow = { row: ListedSpecies; by: string | null };

const CONTAINS = 2;

/** Names that begin so come first, then those that contain it, then similar ones. */
export function findRows(term: string, rows: readonly ListedSpecies[]): FoundRow[] {
  const wanted = fold(term.trim());
  if (wanted === '') return [];
  const rank = (name: string) => {
    const folded = fold(name);
    if (folded.startsWith(wanted)) return folded === wanted ? 4 : 3;
    return folded.includes(wanted) ? CONTAINS : likeness(wanted, folded);
  };
  const found = rows.map((row) => {
    const names = [row.name, ...row.names].map((name) => ({ name, rank: rank(name) }));
    const best = names.reduce((one, other) => (other.rank > one.rank ? other : one));
    return {
      row,
      by: best.name === row.name || rank(row.name) >= CONTAINS ? null : best.name,
      rank: best.rank,
    };
  });
  const isFound = found.some((one) => one.rank >= CONTAINS);
  return found
    .filter((one) => one.rank >= (isFound ? CONTAINS : MIN_LIKENESS))
    .sort((a, b) => b.rank - a.rank || a.row.name.localeCompare(b.row.name, 'en'))
    .map(({ row, by }) => ({ row, by }));
}
