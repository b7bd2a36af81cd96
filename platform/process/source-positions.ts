import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './project-folder.ts';

/**
 * For each line of a built file, a place among `sources` and a line in it; null where there is
 * none.
 */
type Lines = { sources: string[]; lines: ([number, number] | null)[] };

const BUILT_FOLDER = path.join(projectFolder, 'dist/shop');
const POSITION = /(?<![^\s()])(?:file:\/\/)?(\/[^\s()]+\.js):(\d+)(?::\d+)?/g;

/** The map is read again each time, since it is a megabyte. */
export function withSourcePositions(stack: string): string {
  const read = new Map<string, Lines>();
  return stack.replace(POSITION, (position, file: string, line: string) => {
    if (path.dirname(file) !== BUILT_FOLDER) return position;
    const { sources, lines } = read.get(file) ?? linesOf(file);
    read.set(file, { sources, lines });
    const [source = -1, sourceLine] = lines[Number(line) - 1] ?? [];
    return sources[source] === undefined ? position : `${sources[source]}:${sourceLine}`;
  });
}

function linesOf(file: string): Lines {
  const table = `${file}.lines.json`;
  return existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')) : { sources: [], lines: [] };
}
