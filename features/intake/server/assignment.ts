/**
 * Assigns each picture to the label that was photographed last before it. What is not sure is said,
 * never guessed.
 */
import type { RowProblem, UnassignedReason } from '#features/intake/contract/intake-rules.ts';
import { inOrderOfTaking, type Taken } from './time-order.ts';

/** A label's number, an unreadable code, or several labels; null: no label. */
export type FileLabel = { key: string; number: string } | 'unreadable' | 'several' | null;

export type AssignedFile = Taken & {
  id: number;
  label: FileLabel;
  /** It shows the stone, too: it is a picture of its label's number. */
  keepsPicture?: boolean;
  /** Null: "unassigned" by the admin; left out: placed automatically. */
  placedIn?: { key: string; number: string } | null;
  place: number | null;
  isMade?: boolean;
};

export type NumberState = {
  state: 'fresh' | 'unknown' | 'used';
  sheet?: { id: number; place: number };
};

/** The number may be photographed, since no piece has a photo under it. */
export type UnusedNumber = {
  key: string;
  number: string;
  sheet: { id: number; place: number };
  /** The admin says that no file up to this one is of the number. */
  untilFile?: number;
};

export type Row = {
  key: string;
  number: string;
  labels: number[];
  pictures: number[];
  problems: RowProblem[];
  passedOver: string[];
};

export type Assignment = {
  rows: Row[];
  unassigned: { id: number; reason: UnassignedReason }[];
  unseen: string[];
};

type Known = {
  stateOf: (key: string) => NumberState;
  /** By sheet and place. */
  unused: readonly UnusedNumber[];
  maxPictures: number;
};

export function assign(files: readonly AssignedFile[], known: Known): Assignment {
  const { ordered, unordered } = inOrderOfTaking(files);
  const rows = new Map<string, Placed>();
  const unassigned: Assignment['unassigned'] = [];
  const rowOf = ({ key, number }: { key: string; number: string }) => {
    const row = rows.get(key) ?? {
      key,
      number,
      labels: [],
      placed: [],
      isTwice: false,
      isSeen: false,
    };
    rows.set(key, row);
    return row;
  };
  const put = (
    { id, placedIn, place, isMade = false }: AssignedFile,
    current: string | UnassignedReason,
    isRow: boolean,
  ) => {
    if (placedIn) rowOf(placedIn).placed.push({ id, place, isSettled: true });
    else if (placedIn === null) unassigned.push({ id, reason: 'by-hand' });
    else if (isRow) rows.get(current)?.placed.push({ id, place, isSettled: isMade });
    else unassigned.push({ id, reason: current as UnassignedReason });
  };

  let current: { row: string } | { reason: UnassignedReason } = { reason: 'before-first-label' };
  for (const file of ordered) {
    const { id, label, placedIn, keepsPicture = false } = file;
    if (label !== null && typeof label === 'object') {
      const row = rowOf(label);
      const goesOn = 'row' in current && current.row === row.key;
      if (row.isSeen && !goesOn) row.isTwice = true;
      row.isSeen = true;
      current = { row: row.key };
      if (!keepsPicture) row.labels.push(id);
      if (keepsPicture || placedIn !== undefined) put(file, row.key, true);
      continue;
    }
    // The picture itself waits for the admin too.
    if (label === 'unreadable') current = { reason: 'after-unreadable-label' };
    if (label === 'several') current = { reason: 'after-several-labels' };
    if ('row' in current) put(file, current.row, true);
    else put(file, current.reason, false);
  }
  for (const file of unordered) {
    // A label without a time names its number, but nothing says what follows it.
    if (file.label === null || typeof file.label !== 'object') put(file, 'no-time', false);
    else if (file.keepsPicture) {
      rowOf(file.label);
      put(file, file.label.key, true);
    } else rowOf(file.label).labels.push(file.id);
  }
  return { ...withProblems([...rows.values()], known), unassigned };
}

type Placed = Pick<Row, 'key' | 'number' | 'labels'> & {
  placed: { id: number; place: number | null; isSettled: boolean }[];
  isSeen: boolean;
  isTwice: boolean;
};

function withProblems(
  rows: Placed[],
  { stateOf, unused, maxPictures }: Known,
): Pick<Assignment, 'rows' | 'unseen'> {
  const unseen = unseenOf(rows, unused);
  const likely = Map.groupBy(unseen, likelyRows(rows, stateOf));
  const made = rows.map((row) => {
    const { key, number, labels, placed, isTwice } = row;
    // Arranged pictures come first; a stable sort leaves the others in the order of taking.
    const pictures = placed
      .toSorted((a, b) => (a.place ?? Number.MAX_VALUE) - (b.place ?? Number.MAX_VALUE))
      .map(({ id }) => id);
    const { state } = stateOf(key);
    // Nothing is left to ask once the admin has placed or made drafts of all of them.
    const isAsked = placed.some(({ isSettled }) => !isSettled);
    const passedOver = likely.get(row)?.map((one) => one.number) ?? [];
    const problems: RowProblem[] = [
      ...(isTwice ? (['twice'] as const) : []),
      ...(pictures.length === 0 ? (['empty'] as const) : []),
      ...(pictures.length > maxPictures ? (['too-many'] as const) : []),
      ...(state === 'fresh' ? [] : [state]),
      ...(isAsked && hasFarMore(row, rows) ? (['many'] as const) : []),
      ...(isAsked && passedOver.length > 0 ? (['gap'] as const) : []),
      ...(isAsked && passedOver.length === 0 && unseen.length > 0 ? (['unseen'] as const) : []),
    ];
    return { key, number, labels, pictures, problems, passedOver };
  });
  return { rows: made, unseen: unseen.map(({ number }) => number) };
}

/**
 * Pictures of a missed label are in another row. The admin's word counts until further files come.
 */
function unseenOf(rows: readonly Placed[], unused: readonly UnusedNumber[]): UnusedNumber[] {
  const seen = new Set(
    rows.filter(({ isSeen, placed }) => isSeen || placed.length > 0).map(({ key }) => key),
  );
  const asked = rows.flatMap(({ placed }) => placed.filter(({ isSettled }) => !isSettled));
  const newest = asked.reduce((last, { id }) => Math.max(last, id), 0);
  return unused.filter(
    ({ key, untilFile }) => !seen.has(key) && (untilFile === undefined || untilFile < newest),
  );
}

/** Sheets are used in order, either way, so the pictures are in a neighboring row. */
function likelyRows(
  rows: readonly Placed[],
  stateOf: Known['stateOf'],
): (unseen: UnusedNumber) => Placed | undefined {
  const placed = rows.flatMap((row) => {
    const on = row.isSeen ? stateOf(row.key).sheet : undefined;
    return on ? [{ row, ...on }] : [];
  });
  const sheets = new Map(
    [...Map.groupBy(placed, ({ id }) => id)].map(([id, those]) => {
      const steps = those
        .slice(1)
        .map(({ place }, index) => Math.sign(place - (those[index]?.place ?? 0)));
      const way = steps.reduce((sum, step) => sum + step, 0) < 0 ? -1 : 1;
      return [id, { way, latestFirst: those.toSorted((a, b) => (b.place - a.place) * way) }];
    }),
  );
  return ({ sheet }) => {
    const { way, latestFirst } = sheets.get(sheet.id) ?? { way: 1, latestFirst: [] };
    return latestFirst.find(({ place }) => (sheet.place - place) * way > 0)?.row;
  };
}

/** "Far more" takes this many other rows, times as many pictures, and more by this many. */
const FAR_MORE = { rows: 3, times: 2, by: 3 } as const;

function hasFarMore(row: Placed, rows: readonly Placed[]): boolean {
  const others = rows
    .flatMap((one) => (one === row || one.placed.length === 0 ? [] : [one.placed.length]))
    .toSorted((a, b) => a - b);
  const usual = others[Math.floor(others.length / 2)] ?? 0;
  return (
    others.length >= FAR_MORE.rows &&
    row.placed.length >= Math.max(usual * FAR_MORE.times, usual + FAR_MORE.by)
  );
}
