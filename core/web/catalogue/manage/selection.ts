type Selection = {
  ids: ReadonlySet<number>;
  /** A range begins at the one selected or deselected last. */
  anchor: number | null;
};

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

export const allSelected = (ids: readonly number[]): Selection => ({
  ids: new Set(ids),
  anchor: null,
});

type Step = {
  id: number;
  isSelected: boolean;
  /** Selects all up to the anchor that the page shows. */
  isRange?: boolean;
};

export function select(
  { ids, anchor }: Selection,
  shown: readonly number[],
  { id, isSelected, isRange = false }: Step,
): Selection {
  const [from, to] = [anchor === null ? -1 : shown.indexOf(anchor), shown.indexOf(id)];
  const touched =
    isRange && from >= 0 && to >= 0
      ? shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      : [id];
  const next = new Set(ids);
  for (const one of touched) {
    if (isSelected) next.add(one);
    else next.delete(one);
  }
  return { ids: next, anchor: id };
}
