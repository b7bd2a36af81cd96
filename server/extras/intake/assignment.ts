/** Decides which picture belongs to which number: each to the label that was photographed last before it. What is not sure is said, never guessed. */
import type { RowProblem, UnassignedReason } from '#contract/extras/intake/intake-rules.ts';
import { inOrderOfTaking, type Taken } from './time-order.ts';

/** What a picture shows: the number of a label, a code that cannot be read, or several labels; null: no label. */
export type FileLabel = { key: string; number: string } | 'unreadable' | 'several' | null;

export type AssignedFile = Taken & {
  id: number;
  label: FileLabel;
  /** The admin has named its label though it shows a stone: it is a picture of that number, too. */
  keepsPicture?: boolean;
  /** Where the admin has put it: a number, or null for "unassigned"; left out where it was placed automatically. */
  placedIn?: { key: string; number: string } | null;
  /** Its place within the row, where the admin has given it one. */
  place: number | null;
  /** It belongs to a draft already. */
  isMade?: boolean;
};

/** What is known of a number outside of this intake. */
export type NumberState = {
  state: 'fresh' | 'unknown' | 'used';
  /** The sheet of labels that it is on. */
  sheet?: { id: number; place: number };
};

/** A number of a sheet of labels that may be photographed, since no piece has a photo under it. */
export type UnusedNumber = {
  key: string;
  number: string;
  sheet: { id: number; place: number };
  /** The admin says that this file, and all before it, are not of this number. */
  untilFile?: number;
};

export type Row = {
  key: string;
  number: string;
  labels: number[];
  pictures: number[];
  problems: RowProblem[];
  /** Numbers without a label here whose pictures are most likely in this row. */
  passedOver: string[];
};

export type Assignment = {
  rows: Row[];
  unassigned: { id: number; reason: UnassignedReason }[];
  /** Unused numbers whose labels were not seen. */
  unseen: string[];
};

type Known = {
  stateOf: (key: string) => NumberState;
  /** By sheet and place. */
  unused: readonly UnusedNumber[];
  /** Of one piece. */
  maxPictures: number;
};

export function assign(files: readonly AssignedFile[], known: Known): Assignment {
  const { ordered, unordered } = inOrderOfTaking(files);
  const rows = new Map<string, Placed>();
  const unassigned: Assignment['unassigned'] = [];
  const rowOf = ({ key, number }: { key: string; number: string }) => {
    const row = rows.get(key) ?? { key, number, labels: [], placed: [], isTwice: false, isSeen: false };
    rows.set(key, row);
    return row;
  };
  const put = ({ id, placedIn, place, isMade = false }: AssignedFile, current: string | UnassignedReason, isRow: boolean) => {
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
  /** Its label came in the order of taking, and again after another one. */
  isSeen: boolean;
  isTwice: boolean;
};

function withProblems(rows: Placed[], { stateOf, unused, maxPictures }: Known): Pick<Assignment, 'rows' | 'unseen'> {
  const unseen = unseenOf(rows, unused);
  const likely = Map.groupBy(unseen, likelyRows(rows, stateOf));
  const made = rows.map((row) => {
    const { key, number, labels, placed, isTwice } = row;
    // Those that the admin has arranged come first; a stable sort leaves the others in the order of taking.
    const pictures = placed.toSorted((a, b) => (a.place ?? Number.MAX_VALUE) - (b.place ?? Number.MAX_VALUE)).map(({ id }) => id);
    const { state } = stateOf(key);
    // Once the admin has said of all of them that they belong here, or has a draft of them, nothing is left to ask.
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
 * The numbers whose labels may have been photographed and not been recognised, or forgotten: their pictures are in another number's row.
 * What the admin has said of one counts for the files that were there, and no longer once others have come.
 */
function unseenOf(rows: readonly Placed[], unused: readonly UnusedNumber[]): UnusedNumber[] {
  const seen = new Set(rows.filter(({ isSeen, placed }) => isSeen || placed.length > 0).map(({ key }) => key));
  const asked = rows.flatMap(({ placed }) => placed.filter(({ isSettled }) => !isSettled));
  const newest = asked.reduce((last, { id }) => Math.max(last, id), 0);
  return unused.filter(({ key, untilFile }) => !seen.has(key) && (untilFile === undefined || untilFile < newest));
}

/** Where the pictures of a number are if sheets are used in their order: in the row of the number before it, or after it where they are used backwards. */
function likelyRows(rows: readonly Placed[], stateOf: Known['stateOf']): (unseen: UnusedNumber) => Placed | undefined {
  const placed = rows.flatMap((row) => {
    const on = row.isSeen ? stateOf(row.key).sheet : undefined;
    return on ? [{ row, ...on }] : [];
  });
  const sheets = new Map(
    [...Map.groupBy(placed, ({ id }) => id)].map(([id, those]) => {
      const steps = those.slice(1).map(({ place }, index) => Math.sign(place - (those[index]?.place ?? 0)));
      const way = steps.reduce((sum, step) => sum + step, 0) < 0 ? -1 : 1;
      return [id, { way, latestFirst: those.toSorted((a, b) => (b.place - a.place) * way) }];
    }),
  );
  return ({ sheet }) => {
    const { way, latestFirst } = sheets.get(sheet.id) ?? { way: 1, latestFirst: [] };
    return latestFirst.find(({ place }) => (sheet.place - place) * way > 0)?.row;
  };
}

/** From this many other rows on there is a usual number of pictures; far more is at least this many times as many, and this many more. */
const FAR_MORE = { rows: 3, times: 2, by: 3 } as const;

function hasFarMore(row: Placed, rows: readonly Placed[]): boolean {
  const others = rows.flatMap((one) => (one === row || one.placed.length === 0 ? [] : [one.placed.length])).toSorted((a, b) => a - b);
  const usual = others[Math.floor(others.length / 2)] ?? 0;
  return others.length >= FAR_MORE.rows && row.placed.length >= Math.max(usual * FAR_MORE.times, usual + FAR_MORE.by);
}
