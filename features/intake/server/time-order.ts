export type Taken = {
  name: string;
  /** ISO 8601 in UTC. */
  takenAt: string | null;
  /** A video's time has no zone: many cameras write their own there, as if it were UTC. */
  isVideo?: boolean;
};

const natural = new Intl.Collator('en', { numeric: true });
const byName = (one: Taken, other: Taken) =>
  natural.compare(one.name, other.name) ||
  (one.name < other.name ? -1 : Number(one.name > other.name));

/**
 * Sorts by time, else by name in natural order. A file without a time goes by its name among those
 * of its camera, if these run as their times do; so does a video whose time says otherwise.
 * @returns `unordered`: those whose place nothing tells.
 */
export function inOrderOfTaking<F extends Taken>(
  files: readonly F[],
): { ordered: F[]; unordered: F[] } {
  const withTimes = files
    .filter(({ takenAt }) => takenAt !== null)
    .toSorted((one, other) => timeOf(one) - timeOf(other) || byName(one, other));
  const series = runningSeries(withTimes.filter(({ isVideo }) => !isVideo));
  const timed = withTimes.filter((file) => !file.isVideo || !isOutOf(series, file));
  const timeless = files.filter((file) => !timed.includes(file)).toSorted(byName);
  if (timed.length === 0) return { ordered: timeless, unordered: [] };
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
  return {
    ordered: timed.flatMap((file) => [
      ...(before.get(file) ?? []),
      file,
      ...(after.get(file) ?? []),
    ]),
    unordered,
  };
}

const timeOf = ({ takenAt }: Taken) => Date.parse(takenAt ?? '');

type Series = ReadonlyMap<string, { count: number; file: Taken }[]>;

/** The video's clock is wrong: photos around its name were taken at other times. */
function isOutOf(series: Series, video: Taken): boolean {
  const counted = countedName(video.name);
  const photos = (counted && series.get(counted.series)) ?? [];
  const previous = photos.findLast(({ count }) => count <= (counted?.count ?? 0));
  const following = photos.find(({ count }) => count > (counted?.count ?? 0));
  const [from, to] = [
    previous ? timeOf(previous.file) : -Infinity,
    following ? timeOf(following.file) : Infinity,
  ];
  return timeOf(video) < from || timeOf(video) > to;
}

/** A count that does not rise with the time started over, or was renamed. */
function runningSeries<F extends Taken>(
  timed: readonly F[],
): Map<string, { count: number; file: F }[]> {
  const all = Map.groupBy(
    timed.flatMap((file) => {
      const counted = countedName(file.name);
      return counted ? [{ ...counted, file }] : [];
    }),
    ({ series }) => series,
  );
  return new Map(
    [...all].filter(([, members]) =>
      members.every(({ count }, index) => count >= (members[index - 1]?.count ?? 0)),
    ),
  );
}

/** `IMG_0412.jpg` is the 412th of `img_`. */
function countedName(name: string): { series: string; count: number } | null {
  const [, series, count] = /^(.*?)(\d{1,9})(?:\.[^.]*)?$/s.exec(name) ?? [];
  return series === undefined ? null : { series: series.toLowerCase(), count: Number(count) };
}
