/** Decides which picture belongs to which number: each to the label that was photographed last before it. What is not sure is said, never guessed. */
import type { RowProblem, UnassignedReason } from '#contract/extras/intake/intake-rules.ts';
import { inOrderOfTaking, type Taken } from './time-order.ts';

/** What a picture shows: the number of a label, a code that cannot be read, or several labels; null: no label. */
export type FileLabel = { key: string; number: string } | 'unreadable' | 'several' | null;

export type AssignedFile = Taken & {
  id: number;
  label: FileLabel;
  /** Where the admin has put it: a number, or null for "unassigned"; left out where it was placed automatically. */
  placedIn?: { key: string; number: string } | null;
  /** Its place within the row, where the admin has given it one. */
  place: number | null;
  /** It belongs to a draft already. */
  isMade?: boolean;
};

/** What is known of a number outside of this intake. */
export type NumberState = {
  state: 'fresh' | 'unknown' | 'used' /** The sheet of labels that it is on. */;
  sheet?: { id: number; place: number };
};

export type Row = {
  key: string;
  number: string;
  labels: number[];
  pictures: number[];
  problems: RowProblem[];
  /** Of "gap": the numbers that were passed over after this one. */
  passedOver: { id: number; from: number; to: number } | null;
};

export type Assignment = { rows: Row[]; unassigned: { id: number; reason: UnassignedReason }[] };

/** @param maxPictures of one piece. */
export function assign(files: readonly AssignedFile[], stateOf: (key: string) => NumberState, maxPictures: number): Assignment {
  const { ordered, unordered } = inOrderOfTaking(files);
  const rows = new Map<string, Placed>();
  const unassigned: Assignment['unassigned'] = [];
  const rowOf = ({ key, number }: { key: string; number: string }) => {
    const row = rows.get(key) ?? { key, number, labels: [], pictures: [], placed: [], problems: [], passedOver: null };
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
    const { id, label, placedIn } = file;
    if (label !== null && typeof label === 'object') {
      const row = rowOf(label);
      const goesOn = 'row' in current && current.row === row.key;
      if (row.labels.length > 0 && !goesOn && !row.problems.includes('twice')) row.problems.push('twice');
      row.labels.push(id);
      current = { row: row.key };
      if (placedIn !== undefined) put(file, '', false);
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
    if (file.label !== null && typeof file.label === 'object') rowOf(file.label).labels.push(file.id);
    else put(file, 'no-time', false);
  }
  return { rows: withProblems([...rows.values()], stateOf, maxPictures), unassigned };
}

type Placed = Row & { placed: { id: number; place: number | null; isSettled: boolean }[] };

function withProblems(rows: Placed[], stateOf: (key: string) => NumberState, maxPictures: number): Row[] {
  const states = new Map(rows.map(({ key }) => [key, stateOf(key)]));
  return rows.map(({ placed, ...row }, index) => {
    // Those that the admin has arranged come first; a stable sort leaves the others in the order of taking.
    const pictures = placed.toSorted((a, b) => (a.place ?? Number.MAX_VALUE) - (b.place ?? Number.MAX_VALUE)).map(({ id }) => id);
    const state = states.get(row.key);
    // Once the admin has said of all of them that they belong here, or has a draft of them, nothing is left to ask.
    const isAsked = placed.some(({ isSettled }) => !isSettled);
    const passedOver = isAsked ? passedOverAfter(row, rows.slice(index + 1), states) : null;
    const problems: RowProblem[] = [
      ...row.problems,
      ...(pictures.length === 0 ? (['empty'] as const) : []),
      ...(pictures.length > maxPictures ? (['too-many'] as const) : []),
      ...(state && state.state !== 'fresh' ? [state.state] : []),
      ...(passedOver ? (['gap'] as const) : []),
    ];
    return { ...row, pictures, problems, passedOver };
  });
}

/** The numbers between two rows' on their sheet that no row of the intake has: a label may have been forgotten, or not recognised at all. */
function passedOverAfter(row: Row, later: readonly Row[], states: Map<string, NumberState>): Row['passedOver'] {
  const sheet = states.get(row.key)?.sheet;
  const following = later.map(({ key }) => states.get(key)?.sheet).find((one) => one?.id === sheet?.id);
  if (!sheet || !following || following.place <= sheet.place + 1) return null;
  const seen = new Set([...states.values()].flatMap((state) => (state.sheet?.id === sheet.id ? [state.sheet.place] : [])));
  const between = Array.from({ length: following.place - sheet.place - 1 }, (_, step) => sheet.place + 1 + step).filter(
    (place) => !seen.has(place),
  );
  const [from, to] = [between[0], between.at(-1)];
  return from === undefined || to === undefined ? null : { id: sheet.id, from, to };
}
