/** Unchanged where there is no such place. */
export function moveTo<T extends { key: string }>(
  items: readonly T[],
  key: string,
  index: number,
): T[] {
  const moved = items.find((item) => item.key === key);
  if (!moved || index < 0 || index >= items.length) return [...items];
  return items.filter((item) => item !== moved).toSpliced(index, 0, moved);
}
