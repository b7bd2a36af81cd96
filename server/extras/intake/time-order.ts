/** The sequence in which the files of an intake were taken. */

export type Taken = { name: string /** ISO 8601 in UTC. */; takenAt: string | null };

const natural = new Intl.Collator('en', { numeric: true });
const byName = (one: Taken, other: Taken) =>
  natural.compare(one.name, other.name) || (one.name < other.name ? -1 : Number(one.name > other.name));

/**
 * By time; files of the same instant, and all of them where none has a time, by name in natural order. One without a time goes where its name
 * is among the names of the same camera, if these run as their times do.
 * @returns `unordered`: those whose place nothing tells.
 */
export function inOrderOfTaking<F extends Taken>(files: readonly F[]): { ordered: F[]; unordered: F[] } {
  const timed = files
    .filter(({ takenAt }) => takenAt !== null)
    .toSorted((one, other) => Date.parse(one.takenAt ?? '') - Date.parse(other.takenAt ?? '') || byName(one, other));
  const timeless = files.filter(({ takenAt }) => takenAt === null).toSorted(byName);
  if (timed.length === 0) return { ordered: timeless, unordered: [] };
  const series = runningSeries(timed);
  const [before, after]: [Map<F, F[]>, Map<F, F[]>] = [new Map(), new Map()];
  const unordered: F[] = [];
  for (const file of timeless) {
    const counted = countedName(file.name);
    const those = counted && series.get(counted.series);
    if (!those) {
      unordered.push(file);
      continue;
    }
    const previous = those.findLast(({ count }) => count <= counted.count);
    const [map, anchor] = previous ? [after, previous.file] : [before, those[0]?.file];
    if (anchor) map.set(anchor, [...(map.get(anchor) ?? []), file]);
  }
  return { ordered: timed.flatMap((file) => [...(before.get(file) ?? []), file, ...(after.get(file) ?? [])]), unordered };
}

/** The names of each camera that counts its pictures, if the count rises with the time: otherwise it started over, or they were renamed. */
function runningSeries<F extends Taken>(timed: readonly F[]): Map<string, { count: number; file: F }[]> {
  const all = Map.groupBy(
    timed.flatMap((file) => {
      const counted = countedName(file.name);
      return counted ? [{ ...counted, file }] : [];
    }),
    ({ series }) => series,
  );
  return new Map([...all].filter(([, members]) => members.every(({ count }, index) => count >= (members[index - 1]?.count ?? 0))));
}

/** `IMG_0412.jpg` is the 412th of `img_`. */
function countedName(name: string): { series: string; count: number } | null {
  const [, series, count] = /^(.*?)(\d{1,9})(?:\.[^.]*)?$/s.exec(name) ?? [];
  return series === undefined ? null : { series: series.toLowerCase(), count: Number(count) };
}
