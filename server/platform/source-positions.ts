import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './project-folder.ts';

/** Of one file of the built server: a place among `sources` and a line in it for each of its lines, null where there is none. */
type Lines = { sources: string[]; lines: ([number, number] | null)[] };

const BUILT_FOLDER = path.join(projectFolder, 'dist/shop');
const POSITION = /(?<![^\s()])(?:file:\/\/)?(\/[^\s()]+\.js):(\d+)(?::\d+)?/g;

/** A stack trace with the positions in the built server replaced by those in the sources it was built from. Read again each time, since it is a megabyte. */
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
