/**
 * Tabs and lines separate cells. Line breaks within quoted cells become spaces, since a cell has
 * one line.
 */
export function parsePasted(copied: string): string[][] {
  const text = copied.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; ) {
    const quoted = text[at] === '"' ? quotedAt(text, at) : null;
    const end = quoted?.end ?? endOfPlain(text, at);
    rows.at(-1)?.push((quoted?.cell ?? text.slice(at, end)).split(/\s/).filter(Boolean).join(' '));
    if (text[end] === '\n') rows.push([]);
    at = end + 1;
  }
  while (rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  return rows;
}

export const isBlock = (rows: readonly string[][]): boolean =>
  rows.length > 1 || (rows[0]?.length ?? 0) > 1;

function endOfPlain(text: string, from: number): number {
  const ends = ['\t', '\n'].map((mark) => text.indexOf(mark, from)).filter((end) => end >= 0);
  return Math.min(text.length, ...ends);
}

/** The quoted cell that begins here; null where its quotation marks end within a cell. */
function quotedAt(text: string, from: number): { cell: string; end: number } | null {
  let end = from + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end < 0) return null;
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  const isCell = end + 1 === text.length || text[end + 1] === '\t' || text[end + 1] === '\n';
  return isCell ? { cell: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 } : null;
}
