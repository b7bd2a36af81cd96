/** Both ends inclusive. */
type ByteRange = { start: number; end: number };

/** Several ranges, other units and nonsense get the whole file. @param size in bytes. */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  const isSuffix = first === '';
  if (isSuffix ? last === '' : last !== '' && Number(last) < Number(first)) return 'whole';
  const start = isSuffix ? Math.max(size - Number(last), 0) : Number(first);
  const end = isSuffix || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : 'unsatisfiable';
}
