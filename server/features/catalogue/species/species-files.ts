import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '#server/platform/project-folder.ts';

const read = (name: string) => readFileSync(path.join(projectFolder, 'server/features/catalogue/species', name), 'utf8');

/** The files of the shop's own species table: species, varieties, what both are called in other languages, and what each species was read against. */
export const readSpeciesFiles = (): [string, string, string, string] => [
  read('species.csv'),
  read('varieties.csv'),
  read('foreign-names.csv'),
  read('species-readings.csv'),
];

/** Sixteen hexadecimal digits that change with any word of the table; the table is not parsed for them. */
export function speciesTableHash(): string {
  const hash = createHash('sha256');
  for (const text of readSpeciesFiles()) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}
